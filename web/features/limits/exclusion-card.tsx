import { type ReactNode, useState } from 'react';
import type { Limits } from '#contract/limits.ts';
import { type ExclusionDays, excludedUntil, excluding, exclusionDays, lifting } from '#core/limits/exclusion.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './limits.module.css';
import { useExcludeMyself, useGetLimits, useKeepExclusion, useLiftExclusion } from './queries.ts';

/** Self-exclusion: starting, extending and ending it. */
export function ExclusionCard(): ReactNode {
  const t = useText();
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<ExclusionDays | null>(null);
  const { data: limits, refetch } = useGetLimits();
  if (limits === undefined) return null;
  const { exclusion, now } = limits;
  const choose = () => {
    // The end is computed from the product clock when pressed, not when rendered.
    void refetch();
    setChoosing(true);
  };
  return (
    <>
      {exclusion === null ? (
        <Note
          title={t('limits.exclusion')}
          action={
            <Button inline kind="outline" onClick={choose}>
              {t('limits.exclude')}
            </Button>
          }
        >
          {t('limits.exclusionText')}
        </Note>
      ) : (
        <Excluded exclusion={exclusion} now={now} timeZone={limits.timeZone} onLonger={choose} />
      )}
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('limits.howLong')}>
        <RowList label={t('limits.howLong')}>
          {exclusionDays.map((days) => (
            <Row
              key={days}
              title={t(`limits.days-${days}`)}
              onPress={() => {
                setChoosing(false);
                setChosen(days);
              }}
            />
          ))}
        </RowList>
      </Sheet>
      <Confirm exclusion={exclusion} now={now} days={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

type Exclusion = NonNullable<Limits['exclusion']>;

interface ConfirmProps {
  readonly exclusion: Exclusion | null;
  readonly now: number;
  /** Null while closed. */
  readonly days: ExclusionDays | null;
  readonly onClose: () => void;
}

/** Confirms the end date first: within a day there is no way back. */
function Confirm({ exclusion, now, days, onClose }: ConfirmProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const beginning = useExcludeMyself();
  const under = exclusion !== null;
  const until = days === null ? 0 : excluding(exclusion, days, now).endsAt;
  const begin = () => {
    if (days === null) return;
    beginning.mutate({ days }, { onSuccess: onClose, onError: showFailure });
  };
  return (
    <Dialog
      open={days !== null}
      title={t(under ? 'limits.longerConfirm' : 'limits.confirm')}
      onClose={onClose}
      actions={[
        { label: t(under ? 'limits.longer' : 'limits.exclude'), onPress: begin, busy: beginning.isPending },
        { label: t('shell.cancel'), onPress: onClose, kind: 'quiet' },
      ]}
    >
      {t(under ? 'limits.longerText' : 'limits.confirmText', { time: format.fullTime(until) })}
    </Dialog>
  );
}

interface ExcludedProps {
  readonly exclusion: Exclusion;
  readonly now: number;
  readonly timeZone: string;
  readonly onLonger: () => void;
}

function Excluded({ exclusion, now, timeZone, onLonger }: ExcludedProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const ending = useLiftExclusion();
  const keeping = useKeepExclusion();
  const endsEarly = exclusion.liftsAt !== null;
  const time = format.fullTime(excludedUntil(exclusion, now) ?? exclusion.endsAt);
  return (
    <Card title={t('limits.excluded')}>
      <div className={common.stack}>
        <p className={styles.until}>{t(endsEarly ? 'limits.liftsAt' : 'limits.until', { time, zone: timeZone })}</p>
        <p className={common.secondary}>{t('limits.exclusionText')}</p>
        <div className={common.tight}>
          {endsEarly ? (
            <Button busy={keeping.isPending} onClick={() => keeping.mutate({}, { onError: showFailure })}>
              {t('limits.stay')}
            </Button>
          ) : null}
          <Button kind="outline" onClick={onLonger}>
            {t('limits.longer')}
          </Button>
          {lifting(exclusion, now) === null ? null : (
            <ConfirmButton
              kind="quiet"
              label={t('limits.end')}
              title={t('limits.endConfirm')}
              cancel={t('limits.stay')}
              mutation={ending}
              input={{}}
            >
              {t('limits.endText')}
            </ConfirmButton>
          )}
        </div>
      </div>
    </Card>
  );
}
