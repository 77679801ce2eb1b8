import type { ReactNode } from 'react';
import type { Round } from '#contract/round-records.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { syncedNow } from '#web/platform/product-clock.ts';
import { useStreamState } from '#web/platform/stream/use-stream.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { countdownText, type Phase, phaseOf } from './phase.ts';
import styles from './rounds.module.css';

const labels = { betting: 'rounds.closesIn', closed: 'rounds.resultIn', late: 'rounds.voidIn' } as const;

/** Often enough that the second changes within a tenth of when it does. */
const redrawMs = 50;

/** The phase of a round by now; null once it has ended. */
function usePhase(round: Round): Phase | null {
  useRedrawEvery(redrawMs);
  const now = syncedNow();
  // Before that only the phone's own clock is known, which may be wrong by hours.
  return now ? phaseOf(round, now) : null;
}

/** What the round waits for, and how long. */
export function Countdown({ round, small = false }: { readonly round: Round; readonly small?: boolean }): ReactNode {
  const t = useText();
  const phase = usePhase(round);
  // What the round has come to may not have arrived here.
  const isBehind = useStreamState() === 'behind';
  return (
    phase && (
      <p className={styles.countdown}>
        <span>
          {t(labels[phase.name])}
          {isBehind && `\u00a0· ${t('market.behind')}`}
        </span>
        <time className={classNames(styles.clock, small && styles.small)} role="timer" data-until={phase.until}>
          {countdownText(phase.until, syncedNow())}
        </time>
      </p>
    )
  );
}

/** The state of a round, which closes with its countdown. */
export function RoundState({ round }: { readonly round: Round }): ReactNode {
  const t = useText();
  const isOpen = (usePhase(round)?.name ?? 'betting') === 'betting';
  const state = isOpen ? round.state : 'closed';
  return <Chip tone={state === 'betting' ? 'accent' : 'plain'}>{t(`rounds.${state}`)}</Chip>;
}

interface RunningRoundProps {
  readonly round: Round;
  readonly small?: boolean;
  readonly children?: ReactNode;
}

/** The round that is open now. */
export function RunningRound({ round, small = false, children }: RunningRoundProps): ReactNode {
  const t = useText();
  return (
    <Card
      className={styles.card}
      title={<span data-words="">{t('rounds.round', { round: round.id })}</span>}
      aside={<RoundState round={round} />}
    >
      <Countdown round={round} small={small} />
      {children}
    </Card>
  );
}
