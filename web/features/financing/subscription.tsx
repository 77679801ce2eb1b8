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
  const amount = quotedAmount(typed, product);
  const quote = useQuoteFinancing(product, useDeferredValue(amount));
  const isOfTyped = !quote.isPlaceholderData && quote.data?.amount === amount;
  const buying = useSubscribe(onSubscribed);
  const readOffersAgain = useReadOffersAgain();
  // Nothing is sent on the figures of the amount before.
  const isBusy = buying.isPending || (!isOfTyped && !quote.isError);

  function submit(): void {
    // Nothing is sent whose figures are not shown.
    if (!isOfTyped) {
      void quote.refetch();
      return;
    }
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
          busy={isBusy}
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
            {(quoted) => <Quoted quote={quoted} isOfTyped={isOfTyped} keepsPercent={product.earlyExitKeepsPercent} />}
          </Loaded>
        </Form>
      </Card>
      {quote.data && isOfTyped ? <PayoffTable quote={quote.data} /> : null}
    </>
  );
}

/** Whole ones without decimals; others in full: less would be refused, or more. */
function bound(format: Format, amount: Usdt): string {
  return amount % 1_000_000n === 0n ? format.usdt(amount, 0) : format.exactUsdt(amount);
}

interface QuotedProps {
  readonly quote: FinancingQuote;
  readonly isOfTyped: boolean;
  readonly keepsPercent: number;
}

function Quoted({ quote, isOfTyped, keepsPercent }: QuotedProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const last = quote.payoffs.at(-1);
  return (
    <div className={styles.quote} aria-live="polite" aria-busy={!isOfTyped || undefined}>
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
