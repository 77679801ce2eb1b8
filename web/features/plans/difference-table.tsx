import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import styles from './difference-table.module.css';
import type { PlanProofDifference } from './plan-proof.ts';

const fieldNames = {
  engine: 'plans.differsEngine',
  terms: 'plans.differsTerms',
  candles: 'plans.differsCandles',
  candlesHash: 'plans.differsCandlesHash',
  income: 'plans.differsIncome',
  end: 'plans.differsEnd',
  shortfall: 'plans.differsShortfall',
  rounds: 'plans.differsRounds',
  amount: 'plans.differsAmount',
} as const;

/** Every mismatch with both full values. */
export function DifferenceTable({ differences }: { readonly differences: readonly PlanProofDifference[] }): ReactNode {
  const t = useText();
  const nameOf = ({ field, round }: PlanProofDifference) =>
    field === 'result' ? t('plans.differsResult', { round: round ?? 0 }) : t(fieldNames[field]);
  return (
    <ul className={styles.list}>
      {differences.map((difference) => (
        <li key={`${difference.between} ${difference.field} ${difference.round}`} className={styles.point}>
          <span className={styles.name}>{nameOf(difference)}</span>
          <dl className={styles.values}>
            <dt>{t(difference.between === 'engine' ? 'plans.mismatchClaimed' : 'plans.mismatchOnPage')}</dt>
            <dd>
              <Figure source="ledger" mark="group">
                {difference.claimed}
              </Figure>
            </dd>
            <dt>{t(difference.between === 'engine' ? 'plans.mismatchComputed' : 'plans.mismatchInProof')}</dt>
            <dd>
              <Figure source="probe" mark="group">
                {difference.found}
              </Figure>
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
