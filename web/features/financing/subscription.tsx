import { type ReactNode, useDeferredValue } from 'react';
import type { Holding, Product } from '#contract/financing.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './financing.module.css';
import { type FinancingQuote, PayoffChart, PayoffTable } from './payoffs.tsx';
import { useQuoteFinancing, useSubscribe } from './queries.ts';
import { quotedAmount, readSubscription, refusalFields } from './subscription-form.ts';

interface SubscriptionProps {
  readonly product: Product;
  readonly onSubscribed: (holding: Holding, message: string) => void;
}

/** The amount and its payoff by day, before the button. */
export function Subscription({ product, onSubscribed }: SubscriptionProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const fields = useFormFields<'amount'>({ amount: '' }, refusalFields);
  const typed = format.typedAmount(fields.values.amount);
  const quote = useQuoteFinancing(product.id, useDeferredValue(quotedAmount(typed, product)));
  const buying = useSubscribe(onSubscribed);
  const problem = queryProblem(quote);

  function submit(): void {
    if (buying.isPending) return;
    const read = readSubscription(product.id, typed);
    if (read.input !== null) buying.mutate(read.input, { onError: fields.refused });
    else if (read.errors.amount !== undefined) fields.errors.show({ amount: read.errors.amount });
  }

  return (
    <>
      <Card className={styles.card}>
        <Form
          form={fields.errors.form}
          onSubmit={submit}
          problem={buying.error instanceof ApiFailure ? t('financing.noAnswer') : fields.formProblem(buying.error)}
          action={
            <Button type="submit" busy={buying.isPending} disabled={!product.open}>
              {t('financing.subscribe')}
            </Button>
          }
        >
          <Field
            {...fields.field('amount')}
            label={t('financing.amount')}
            hint={
              <RuleValue rule="financing">
                {t('financing.amountHint', {
                  minimum: format.usdt(product.minimum, 0),
                  maximum: format.usdt(product.maximum, 0),
                })}
              </RuleValue>
            }
            inputMode="decimal"
            maxLength={24}
            trailing={<span className={styles.unit}>USDT</span>}
          />
          {quote.data ? (
            <Quoted quote={quote.data} keepsPercent={product.earlyExitKeepsPercent} />
          ) : problem === null ? (
            <Skeleton height={220} />
          ) : (
            <ErrorState message={problem} onRetry={() => void quote.refetch()} />
          )}
        </Form>
      </Card>
      {quote.data ? <PayoffTable quote={quote.data} /> : null}
    </>
  );
}

function Quoted({ quote, keepsPercent }: { readonly quote: FinancingQuote; readonly keepsPercent: number }): ReactNode {
  const t = useText();
  const format = useFormat();
  const last = quote.payoffs.at(-1);
  return (
    <div className={styles.quote} aria-live="polite">
      <p>
        <RuleValue rule="financing">{t('financing.quoteFor', { amount: format.exactUsdt(quote.amount) })}</RuleValue>
      </p>
      <PayoffChart quote={quote} />
      <dl>
        <div className={styles.line}>
          <dt>{t('financing.maturesAt')}</dt>
          <dd>{format.dayTime(quote.maturesAt)}</dd>
        </div>
        {last ? (
          <>
            <div className={styles.line}>
              <dt>{t('financing.interestAtMaturity')}</dt>
              <dd>
                <Money source="ledger" mark="group" value={last.interest} decimals={6} /> USDT
              </dd>
            </div>
            <div className={styles.line}>
              <dt>{t('financing.payoffAtMaturity')}</dt>
              <dd>
                <Money source="ledger" mark="group" value={last.payoff} decimals={6} /> USDT
              </dd>
            </div>
          </>
        ) : null}
      </dl>
      <p className={styles.note}>
        <RuleValue rule="financing">
          {t('financing.earlyText', { keeps: format.percent(keepsPercent / 100, 0, 'negative') })}
        </RuleValue>
      </p>
      {quote.covered ? null : <p role="alert">{t('financing.uncovered')}</p>}
    </div>
  );
}
