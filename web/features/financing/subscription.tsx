import { type ReactNode, useDeferredValue } from 'react';
import type { Holding, Product } from '#contract/financing.ts';
import type { Usdt } from '#core/money/amount.ts';
import { ApiFailure, ApiRefusal } from '#web/platform/api/refusal.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { type Format, useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ValueLine } from '#web/ui/layout/value-lines.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './financing.module.css';
import { type FinancingQuote, PayoffChart, PayoffTable } from './payoffs.tsx';
import { useQuoteFinancing, useReadOffersAgain, useSubscribe } from './queries.ts';
import { ofOtherOffers, quotedAmount, readSubscription, refusalFields } from './subscription-form.ts';

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
  const quote = useQuoteFinancing(product, useDeferredValue(quotedAmount(typed, product)));
  const buying = useSubscribe(onSubscribed);
  const readOffersAgain = useReadOffersAgain();

  function submit(): void {
    const read = readSubscription(product, typed);
    if (read.input !== null) buying.mutate(read.input, { onError: refused });
    else if (read.errors.amount !== undefined) fields.errors.show({ amount: read.errors.amount });
  }

  function refused(error: Error): void {
    fields.refused(error);
    if (error instanceof ApiRefusal && ofOtherOffers.has(error.code)) readOffersAgain();
  }

  return (
    <>
      <Card className={styles.card}>
        <Form
          fields={fields}
          sending={buying}
          problem={buying.error instanceof ApiFailure ? t('financing.noAnswer') : undefined}
          onSubmit={submit}
          action={t('financing.subscribe')}
          disabled={!product.open}
        >
          <AmountField
            {...fields.field('amount')}
            label={t('financing.amount')}
            hint={
              <RuleValue rule="financing">
                {t('financing.amountHint', {
                  minimum: bound(format, product.minimum),
                  maximum: bound(format, product.maximum),
                })}
              </RuleValue>
            }
          />
          <Loaded query={quote} height={220}>
            {(quoted) => <Quoted quote={quoted} keepsPercent={product.earlyExitKeepsPercent} />}
          </Loaded>
        </Form>
      </Card>
      {quote.data ? <PayoffTable quote={quote.data} /> : null}
    </>
  );
}

/** Whole ones without decimals; others in full: less would be refused, or more. */
function bound(format: Format, amount: Usdt): string {
  return amount % 1_000_000n === 0n ? format.usdt(amount, 0) : format.exactUsdt(amount);
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
      <dl className={styles.lines}>
        <ValueLine label={t('financing.maturesAt')}>{format.dayTime(quote.maturesAt)}</ValueLine>
        {last ? (
          <>
            <ValueLine label={t('financing.interestAtMaturity')}>
              <Money source="ledger" value={last.interest} decimals={6} /> USDT
            </ValueLine>
            <ValueLine label={t('financing.payoffAtMaturity')}>
              <Money source="ledger" value={last.payoff} decimals={6} /> USDT
            </ValueLine>
          </>
        ) : null}
      </dl>
      <p className={common.faint}>
        <RuleValue rule="financing">
          {t('financing.earlyText', { keeps: format.percent(keepsPercent / 100, 0, 'negative') })}
        </RuleValue>
      </p>
      {quote.covered ? null : <p role="alert">{t('financing.uncovered')}</p>}
    </div>
  );
}
