import { type ReactNode, useState } from 'react';
import type { CheckInDay } from '#contract/check-in.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { useSendOnce } from '#web/platform/api/use-send-once.ts';
import { weekdayName } from '#web/platform/format/time.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useStore } from '#web/platform/use-store.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Burst } from '#web/ui/motion/burst.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import styles from './check-in-sheet.module.css';
import { useAssistancePoints, useCheckIn, useGetWeek } from './queries.ts';

/** The week's seven check-ins with their points, and the button for today's. */
export function CheckInSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('home.checkIn')}>
      <Week />
    </Sheet>
  );
}

function Week(): ReactNode {
  const t = useText();
  const week = useGetWeek();
  const checkingIn = useCheckIn();
  const send = useSendOnce(checkingIn);
  const [isNew, setNew] = useState(false);
  const zone = useStore(timeZoneStore.subscribe, timeZoneStore.zone);
  const problem = queryProblem(week);
  if (problem !== null) {
    const isUnreadable = week.error instanceof ApiFailure && week.error.kind === 'unreadable';
    return isUnreadable ? null : <ErrorState message={problem} onRetry={() => void week.refetch()} />;
  }
  if (week.data === undefined) return <Skeleton height={220} radius={14} />;
  const today = week.data.find(({ isToday }) => isToday);
  const isDone = today?.isCheckedIn ?? false;
  const checkInNow = (): void =>
    send(
      {},
      {
        onSuccess: ({ message }) => {
          setNew(true);
          showToast(message, 'success');
        },
        onError: showFailure,
      },
    );
  return (
    <div className={styles.body}>
      <ol className={styles.week}>
        {week.data.map((day) => (
          <Cell key={day.weekday} day={day} isNew={isNew && day.isToday && day.isCheckedIn} />
        ))}
      </ol>
      <Points />
      <p className={common.secondary}>{t('checkIn.text')}</p>
      <p className={common.secondary}>{t('checkIn.zone', { zone: zone ?? 'UTC' })}</p>
      <Button onClick={checkInNow} busy={checkingIn.isPending} disabled={isDone}>
        {t(isDone ? 'checkIn.done' : 'checkIn.checkIn')}
      </Button>
      <RowList>
        <Row icon="mark" title={t('tasks.toTasks')} to="/hongbao" />
      </RowList>
    </div>
  );
}

function Points(): ReactNode {
  const t = useText();
  const points = useAssistancePoints();
  const problem = queryProblem(points);
  return (
    <div className={styles.points}>
      <span>{problem ?? t('checkIn.yourPoints')}</span>
      {problem !== null ? (
        <Button inline kind="outline" onClick={() => void points.refetch()}>
          {t('shell.tryAgain')}
        </Button>
      ) : points.data === undefined ? (
        <Skeleton width={48} height={20} />
      ) : (
        <Count source="ledger" mark="own" count={points.data} />
      )}
    </div>
  );
}

function Cell({ day, isNew }: { readonly day: CheckInDay; readonly isNew: boolean }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { weekday, isCheckedIn, isToday, points } = day;
  return (
    <li
      className={classNames(styles.cell, isToday && styles.today, isCheckedIn && styles.signed)}
      {...(isToday && { 'aria-current': 'date' as const })}
    >
      <span className={styles.weekday}>{weekdayName(localeStore.tag(), weekday)}</span>
      <span className={styles.icon}>
        <Icon name={isCheckedIn ? 'check' : 'heart'} size={18} />
        {isNew ? <Burst /> : null}
      </span>
      <Figure source="ledger" className={styles.reward}>
        +{format.count(points)}
      </Figure>
      <span className={common.spoken}>{t(isCheckedIn ? 'checkIn.signed' : 'checkIn.open')}</span>
    </li>
  );
}
