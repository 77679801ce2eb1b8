import { type ReactNode, useDeferredValue, useState } from 'react';
import { commentLengthMax, type Withdrawal, type WithdrawalMethod } from '#contract/withdrawals.ts';
import { toDecimal } from '#core/money/amount.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { ApiFailure, refusalCode } from '#web/platform/api/refusal.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Blockers, CardLine } from './blockers.tsx';
import type { Obstacle } from './obstacle.ts';
import { useQuoteWithdrawal, useRequestWithdrawal } from './queries.ts';
import { QuoteLines, type WithdrawalQuote } from './quote-lines.tsx';
import { amountSoFar, readWithdrawal, refusalFields, type WithdrawalField } from './withdrawal-form.ts';
import { GateDialog } from './withdrawal-gate.tsx';
import styles from './withdrawals.module.css';

interface WithdrawalRequestProps {
  readonly method: WithdrawalMethod;
  readonly onRequested: (withdrawal: Withdrawal, message: string) => void;
}

/** The form: amount, destination, cost, and the withdrawal password. */
export function WithdrawalRequest({ method, onRequested }: WithdrawalRequestProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const fields = useFormFields<WithdrawalField>({ amount: '', address: '', password: '', comment: '' }, refusalFields);
  const amount = format.typedAmount(fields.values.amount);
  const typed = amountSoFar(amount);
  const asked = useQuoteWithdrawal(method, amountSoFar(useDeferredValue(amount)));
  const quote = useLastQuote(method, asked.data);
  const request = useRequestWithdrawal(onRequested, method === 'bank' ? quote?.card?.id : undefined);
  const problem = queryProblem(asked);
  const failed = problem === null ? null : <ErrorState message={problem} onRetry={() => void asked.refetch()} />;
  if (quote === undefined) return failed ?? <Skeleton height={420} radius={14} />;
  const isOfTyped = (quote.quote?.amount ?? null) === typed;
  // Nothing is sent on the figures of the amount before.
  const isBusy = request.isPending || (failed === null && !isOfTyped);

  const submit = () => {
    // Nothing is sent whose fee and receipt are not shown.
    if (failed !== null) {
      void asked.refetch();
      return;
    }
    const missing = quote?.blockers.find((blocker) => blocker === 'cardUnset' || blocker === 'withdrawalPasswordUnset');
    if (missing !== undefined) return setObstacle(missing);
    const read = readWithdrawal(method, { ...fields.values, amount });
    if (read.input === null) return fields.errors.show(read.errors);
    request.mutate(read.input, {
      onError(error) {
        fields.refused(error);
        if (refusalCode(error) === 'cardChanged') void asked.refetch();
      },
    });
  };

  return (
    <Card className={styles.card}>
      {method === 'bank' ? <CardLine quote={quote} /> : null}
      <Blockers quote={quote} />
      <Form
        fields={fields}
        sending={request}
        busy={isBusy}
        problem={request.error instanceof ApiFailure ? t('withdrawals.noAnswer') : undefined}
        onSubmit={submit}
        action={t('withdrawals.submit')}
      >
        {method === 'address' ? (
          <Field
            {...fields.field('address')}
            label={t('withdrawals.address')}
            hint={t('withdrawals.addressHint')}
            maxLength={64}
            code
          />
        ) : null}
        <AmountField
          {...fields.field('amount')}
          label={t('withdrawals.amount')}
          hint={t('withdrawals.amountHint')}
          action={
            <button
              type="button"
              className={styles.all}
              onClick={() => fields.set('amount', toDecimal('USDT', quote.available))}
            >
              {t('withdrawals.all')}
            </button>
          }
        />
        {failed ?? <QuoteLines quote={isOfTyped ? quote : { ...quote, quote: null }} />}
        <PasswordField {...fields.field('password')} label={t('security.withdrawalPassword')} autoComplete="off" />
        <Field
          {...fields.field('comment')}
          label={t('withdrawals.comment')}
          hint={t('withdrawals.commentHint')}
          maxLength={commentLengthMax}
        />
      </Form>
      <GateDialog obstacle={obstacle} onClose={() => setObstacle(null)} />
    </Card>
  );
}

/** The newest quote of the method: where none comes for what is typed, the form around it stays. */
function useLastQuote(method: WithdrawalMethod, quote: WithdrawalQuote | undefined): WithdrawalQuote | undefined {
  const [last, setLast] = useState(quote);
  if (quote !== undefined && quote !== last) setLast(quote);
  return quote ?? (last?.method === method ? last : undefined);
}
