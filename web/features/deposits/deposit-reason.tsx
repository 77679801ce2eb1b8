import type { ReactNode } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import type { DepositChannel } from './deposit-form.ts';

interface DepositReasonProps {
  readonly reason: Deposit['reason'];
  /** The channel, whose bounds are the reason; undefined while loading. */
  readonly channel: DepositChannel | undefined;
}

/** Why a deposit was rejected. */
export function DepositReason({ reason, channel }: DepositReasonProps): ReactNode {
  const t = useText();
  const format = useFormat();
  if (reason === null || channel === undefined) return t('deposits.rejectedText');
  const { minimum, maximum } = channel;
  return (
    <RuleValue rule="deposit">
      {reason === 'belowMinimum'
        ? t('deposits.belowMinimum', { minimum: format.usdt(minimum, 2) })
        : t('deposits.aboveMaximum', { maximum: format.usdt(maximum, 2) })}
    </RuleValue>
  );
}
