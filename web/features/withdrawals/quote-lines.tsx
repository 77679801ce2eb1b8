import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { quoteWithdrawal } from '#contract/withdrawals.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import styles from './withdrawals.module.css';

export type WithdrawalQuote = OutputOf<typeof quoteWithdrawal>;

/** Available amount, fee, net amount and review time, before the member confirms. */
export function QuoteLines({
  quote: { available, quote, reviewSeconds, approvalAbove },
}: {
  readonly quote: WithdrawalQuote;
}): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <dl className={styles.quote} aria-live="polite">
      <Line label={t('withdrawals.available')}>
        <Money source="ledger" mark="group" value={available} decimals={6} /> USDT
      </Line>
      <Line label={t('withdrawals.fee')}>
        {quote === null ? '–' : <Money source="ledger" mark="group" value={quote.fee} decimals={6} />}{' '}
        <small>{t('withdrawals.feeNote')}</small>
      </Line>
      <Line label={t('withdrawals.actualReceipt')}>
        {quote === null ? '–' : <Money source="ledger" mark="group" value={quote.actualReceipt} decimals={6} />} USDT
      </Line>
      <Line label={t('withdrawals.review')}>
        <RuleValue rule="withdrawal">{format.span(reviewSeconds * 1000)}</RuleValue>
      </Line>
      {quote !== null && quote.approvalsNeeded > 0 ? (
        <Line label={t('withdrawals.approvals')}>
          <small>
            <RuleValue rule="withdrawal">
              {t('withdrawals.approvalsNote', { limit: format.usdt(approvalAbove, 2), count: quote.approvalsNeeded })}
            </RuleValue>
          </small>
        </Line>
      ) : null}
    </dl>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
