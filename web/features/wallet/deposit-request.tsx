import { type FormEvent, type ReactNode, useState } from 'react';
import type { Deposit } from '#contract/wallet.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Row, RowList } from '#web/ui/row.tsx';
import { RuleValue } from '#web/ui/rule-value.tsx';
import { type DepositChannel, type DepositError, quickAmounts, readDeposit } from './deposit-form.ts';
import styles from './deposit-request.module.css';
import { useRequestDeposit } from './queries.ts';

interface DepositRequestProps {
  readonly channels: readonly DepositChannel[];
  /** Id of the channel to begin with; the first one where there is none of that id. */
  readonly first: string | null;
  readonly onRequested: (deposit: Deposit, message: string) => void;
}

/** Channel and amount of a test deposit. */
export function DepositRequest({ channels, first, onRequested }: DepositRequestProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const [channelId, setChannelId] = useState(first);
  const [amount, setAmount] = useState('');
  const [error, setError] = useState<DepositError | null>(null);
  const request = useRequestDeposit(onRequested);
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  if (channel === undefined) return null;

  const type = (typed: string) => {
    setAmount(typed);
    setError(null);
    request.reset();
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (channel === undefined || request.isPending) return;
    const read = readDeposit(channel, format.typedAmount(amount));
    setError(read.error);
    if (read.input !== null) request.mutate(read.input);
  }

  const problem = error === null ? request.error && problemText(request.error) : errorText(error.code, error.values);
  return (
    <Card>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div>
          <h2>{t('deposit.channel')}</h2>
          <RowList label={t('deposit.chooseChannel')}>
            {channels.map(({ id, name, confirmationsNeeded }) => (
              <Row
                key={id}
                title={name}
                note={
                  <RuleValue rule="deposit">
                    {t('deposit.channelConfirmations', { count: format.count(confirmationsNeeded) })}
                  </RuleValue>
                }
                selected={id === channel.id}
                onPress={() => setChannelId(id)}
              />
            ))}
          </RowList>
        </div>
        <Field
          label={t('deposit.amount')}
          name="amount"
          value={amount}
          onChange={type}
          inputMode="decimal"
          maxLength={20}
          error={problem}
          hint={
            <RuleValue rule="deposit">
              {t('deposit.amountHint', {
                minimum: format.usdt(channel.minimum, 2),
                maximum: format.usdt(channel.maximum, 2),
              })}
            </RuleValue>
          }
          trailing={<span className={styles.unit}>USDT</span>}
        />
        <fieldset className={styles.quick} aria-label={t('deposit.quickAmounts')}>
          {quickAmounts(channel).map((quick) => (
            <button
              key={quick}
              type="button"
              className={styles.quickAmount}
              aria-pressed={amount === quick}
              onClick={() => type(quick)}
            >
              <RuleValue rule="deposit">{format.count(Number(quick))}</RuleValue>
            </button>
          ))}
        </fieldset>
        <Button type="submit" busy={request.isPending}>
          {t('deposit.submit')}
        </Button>
      </form>
    </Card>
  );
}
