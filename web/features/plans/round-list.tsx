import type { ReactNode } from 'react';
import type { PlanDetail } from '#contract/plan-record.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Percent } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './round-list.module.css';
import { shownRounds } from './shown-rounds.ts';

type Round = PlanDetail['rounds'][number];

/** The closed rounds: direction, and result after fees as a share of the amount. */
export function RoundList({ detail }: { readonly detail: PlanDetail }): ReactNode {
  const t = useText();
  const { rounds } = detail;
  const { results, total } = shownRounds(rounds);
  return (
    <Card title={t('plans.rounds')} aside={t('plans.directionResult')}>
      {rounds.length === 0 ? (
        <p className={styles.none}>{t('plans.noRounds')}</p>
      ) : (
        <>
          <ol className={styles.rounds}>
            {rounds.map((round, index) => (
              <RoundRow key={round.openTime} number={index + 1} round={round} result={results[index] ?? 0} />
            ))}
          </ol>
          <p className={styles.total}>
            <span>{t('plans.total')}</span>
            <Percent source="market" ratio={total} />
          </p>
        </>
      )}
    </Card>
  );
}

const directionWords = { '-1': 'plans.short', '0': 'plans.flat', '1': 'plans.long' } as const;

interface RoundRowProps {
  readonly number: number;
  readonly round: Round;
  /** As it is printed, see `shownRounds`. */
  readonly result: number;
}

function RoundRow({ number, round, result }: RoundRowProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <li className={styles.round}>
      <Figure source="ledger" mark="group" className={styles.number}>
        {number}
      </Figure>
      <span className={styles.direction}>
        {t(directionWords[`${round.direction}`])}
        <span className={styles.note}>
          <time dateTime={new Date(round.openTime).toISOString()}>{format.clock(round.openTime)}</time>
          {round.fee > 0 && (
            <>
              {' · '}
              <Figure source="market" mark="group">
                {t('plans.feePaid', { fee: format.percent(round.fee, 2, 'negative') })}
              </Figure>
            </>
          )}
        </span>
      </span>
      <Percent source="market" mark="group" ratio={result} />
    </li>
  );
}
