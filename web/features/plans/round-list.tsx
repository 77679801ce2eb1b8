import type { ReactNode } from 'react';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Percent } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './round-list.module.css';
import { shownRounds } from './shown-rounds.ts';

type Round = PlanDetail['rounds'][number];

/** The closed rounds: direction, and result after fees as a share of the amount. */
export function RoundList({ detail }: { readonly detail: PlanDetail }): ReactNode {
  const t = useText();
  const { rounds, candles } = detail;
  const breaks = new Set(candles.filter(({ isBreak }) => isBreak).map(({ openTime }) => openTime));
  const { results, total } = shownRounds(rounds);
  return (
    <Card title={t('plans.rounds')} aside={t('planDetail.directionResult')}>
      {rounds.length === 0 ? (
        <p className={common.secondary}>{t('planDetail.noRounds')}</p>
      ) : (
        <>
          <ol>
            {rounds.map((round, index) => (
              <RoundRow
                key={round.openTime}
                number={index + 1}
                round={round}
                result={results[index] ?? 0}
                isAfterBreak={breaks.has(round.openTime)}
              />
            ))}
          </ol>
          <p className={styles.total}>
            <span>{t('planDetail.total')}</span>
            <Percent source="market" mark="own" ratio={total} />
          </p>
        </>
      )}
    </Card>
  );
}

const directionWords = { '-1': 'planDetail.short', '0': 'planDetail.flat', '1': 'planDetail.long' } as const;

interface RoundRowProps {
  readonly number: number;
  readonly round: Round;
  /** As it is printed, see `shownRounds`. */
  readonly result: number;
  /** Whether the price was not carried on to its candle. */
  readonly isAfterBreak: boolean;
}

function RoundRow({ number, round, result, isAfterBreak }: RoundRowProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <li className={styles.round}>
      <span className={styles.number} data-words="">
        {number}
      </span>
      <span className={styles.direction}>
        {t(directionWords[`${round.direction}`])}
        <span className={styles.note}>
          <time dateTime={new Date(round.openTime).toISOString()}>{format.clock(round.openTime)}</time>
          {round.fee > 0 && (
            <>
              {'\u00a0· '}
              <Figure source="market">
                {t('planDetail.feePaid', { fee: format.percent(round.fee, 2, 'negative') })}
              </Figure>
            </>
          )}
          {isAfterBreak && `\u00a0· ${t('planDetail.jumpBefore')}`}
        </span>
      </span>
      <Percent source="market" ratio={result} />
    </li>
  );
}
