import type { ReactNode } from 'react';
import type { quoteFinancing } from '#contract/financing.ts';
import type { OutputOf } from '#contract/operation.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './financing.module.css';
import { barHeights } from './subscription-form.ts';

export type FinancingQuote = OutputOf<typeof quoteFinancing>;

const ledger = { source: 'ledger', decimals: 6 } as const;

/** Interest by day of exit as bars; the last one is maturity. */
export function PayoffChart({ quote: { payoffs } }: { readonly quote: FinancingQuote }): ReactNode {
  const t = useText();
  const format = useFormat();
  const heights = barHeights(payoffs.map(({ interest }) => interest));
  const last = payoffs.at(-1);
  if (!last) return null;
  const label = t('financing.chart', { days: last.day, interest: format.usdt(last.interest, 6) });
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      {payoffs.map(({ day }, index) => (
        <span
          key={day}
          className={day === last.day ? styles.maturity : styles.early}
          style={{ height: `${Math.max(2, (heights[index] ?? 0) * 100)}%` }}
        />
      ))}
    </div>
  );
}

/** The same as a table. */
export function PayoffTable({ quote: { amount, payoffs } }: { readonly quote: FinancingQuote }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card
      className={styles.card}
      title={<RuleValue rule="financing">{t('financing.payoffTitle', { amount: format.exactUsdt(amount) })}</RuleValue>}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('financing.afterDays')}</th>
            <th scope="col">{t('financing.interest')}</th>
            <th scope="col">{t('financing.payoff')}</th>
          </tr>
        </thead>
        <tbody>
          {payoffs.map(({ day, interest, payoff }) => (
            <tr key={day} className={day === payoffs.length - 1 ? styles.last : undefined}>
              <th scope="row">
                <RuleValue rule="financing">{format.count(day)}</RuleValue>
              </th>
              <td>
                <Money {...ledger} value={interest} />
              </td>
              <td>
                <Money {...ledger} value={payoff} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SourceLine source="ledger">{t('financing.payoffSource')}</SourceLine>
    </Card>
  );
}
