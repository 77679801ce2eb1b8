import { type CSSProperties, type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { listTasks } from '#contract/tasks.ts';
import { useSendOnce } from '#web/platform/api/use-send-once.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './envelope-card.module.css';
import { useCollectTasks } from './queries.ts';

type Listed = OutputOf<typeof listTasks>;

/** Promotion points that are done and not collected, of both days. */
function pointsReady({ tasks, before }: Listed): number {
  const today = tasks.filter(({ state }) => state === 'done');
  return [...today, ...before].reduce((sum, { points }) => sum + points, 0);
}

/** The envelope, which gives what is done, and the points that the member has. */
export function EnvelopeCard({ listed }: { readonly listed: Listed }): ReactNode {
  const t = useText();
  const format = useFormat();
  const collecting = useCollectTasks();
  // Numbers the celebrations, so that each opening plays from its start.
  const [opened, setOpened] = useState(0);
  const ready = pointsReady(listed);
  const isAllDone = listed.tasks.every(({ state }) => state === 'collected');
  const collectOnce = useSendOnce(collecting);
  const collect = (): void =>
    collectOnce(
      {},
      {
        onSuccess: ({ value: { points, weight } }) => {
          if (points > 0) setOpened((count) => count + 1);
          const amounts = { points: format.count(points), weight: format.count(weight) };
          showToast(points > 0 ? t('tasks.collected', amounts) : t('tasks.already'), 'success');
        },
        onError: showFailure,
      },
    );
  return (
    <Card className={styles.card}>
      <Envelope key={opened} isOpen={opened > 0 && ready === 0} isReady={ready > 0} celebrates={opened > 0} />
      <p className={styles.ready} role="status">
        {ready > 0 ? (
          <Figure source="ledger">{t('tasks.ready', { points: format.count(ready) })}</Figure>
        ) : (
          t(isAllDone ? 'tasks.allDone' : 'tasks.nothing')
        )}
      </p>
      <Button onClick={collect} busy={collecting.isPending} disabled={ready === 0}>
        {t('tasks.open')}
      </Button>
      <LabelledRow columns={2}>
        <Labelled label={t('tasks.yourPoints')}>
          <Count source="ledger" mark="own" count={listed.promotion} className={styles.points} />
        </Labelled>
      </LabelledRow>
    </Card>
  );
}

const coins = Array.from({ length: 14 }, (_, place) => ({
  '--across': `${(place - 6.5) * 22}px`,
  '--delay': `${(place * 37) % 160}ms`,
})) as readonly CSSProperties[];

interface EnvelopeProps {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  readonly celebrates: boolean;
}

function Envelope({ isOpen, isReady, celebrates }: EnvelopeProps): ReactNode {
  return (
    <div className={classNames(styles.stage, isReady && styles.waiting)} aria-hidden="true">
      <svg aria-hidden="true" viewBox="0 0 120 150" className={classNames(styles.envelope, isOpen && styles.opened)}>
        <rect x="4" y="4" width="112" height="142" rx="12" className={styles.body} />
        <path d="M4 52h112v82a12 12 0 0 1-12 12H16a12 12 0 0 1-12-12z" className={styles.front} />
        <path d="M16 4h88a12 12 0 0 1 12 12v30q-56 34-112 0V16A12 12 0 0 1 16 4z" className={styles.flap} />
        <circle cx="60" cy="64" r="18" className={styles.seal} />
        <path d="M60 54l9 5v10l-9 5-9-5V59z M55.5 64l3 3 6-6" className={styles.mark} />
      </svg>
      {celebrates &&
        coins.map((style) => <i key={String(style['--across' as never])} className={styles.coin} style={style} />)}
    </div>
  );
}
