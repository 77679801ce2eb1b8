import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import styles from './deposit-amount.module.css';
import { type DepositChannel, quickAmounts } from './deposit-form.ts';

interface DepositAmountProps {
  readonly channel: DepositChannel;
  readonly amount: string;
  readonly onChange: (amount: string) => void;
  readonly error: string | null;
}

/** The amount field with the channel's bounds and quick amounts. */
export function DepositAmount({ channel, amount, onChange, error }: DepositAmountProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <AmountField
        label={t('deposits.amount')}
        name="amount"
        value={amount}
        onChange={onChange}
        error={error}
        hint={
          <RuleValue rule="deposit">
            {t('deposits.amountHint', {
              minimum: format.usdt(channel.minimum, 2),
              maximum: format.usdt(channel.maximum, 2),
            })}
          </RuleValue>
        }
      />
      <fieldset className={styles.quick} aria-label={t('deposits.quickAmounts')}>
        {quickAmounts(channel).map((quick) => (
          <button
            key={quick}
            type="button"
            className={styles.quickAmount}
            aria-pressed={amount === quick}
            onClick={() => onChange(quick)}
          >
            <RuleValue rule="deposit">{format.count(Number(quick))}</RuleValue>
          </button>
        ))}
      </fieldset>
    </>
  );
}
