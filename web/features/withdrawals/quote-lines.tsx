import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { quoteWithdrawal } from '#contract/withdrawals.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { ValueLine, ValueLines } from '#web/ui/layout/value-lines.tsx';

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
    <ValueLines live>
      <ValueLine label={t('withdrawals.available')}>
        <Money source="ledger" value={available} decimals={6} /> USDT
      </ValueLine>
      <ValueLine label={t('withdrawals.fee')}>
        {quote === null ? '–' : <Money source="ledger" value={quote.fee} decimals={6} />}{' '}
        <small>{t('withdrawals.feeNote')}</small>
      </ValueLine>
      <ValueLine label={t('withdrawals.actualReceipt')}>
        {quote === null ? '–' : <Money source="ledger" value={quote.actualReceipt} decimals={6} />} USDT
      </ValueLine>
      <ValueLine label={t('withdrawals.review')}>
        <RuleValue rule="withdrawal">{format.spanWithin(reviewSeconds * 1000)}</RuleValue>
      </ValueLine>
      {quote !== null && quote.approvalsNeeded > 0 ? (
        <ValueLine label={t('withdrawals.approvals')}>
          <small>
            <RuleValue rule="withdrawal">
              {t('withdrawals.approvalsNote', { limit: format.usdt(approvalAbove, 2), count: quote.approvalsNeeded })}
            </RuleValue>
          </small>
        </ValueLine>
      ) : null}
    </ValueLines>
  );
}
