import { type Dispatch, type ReactNode, useState } from 'react';
import { toFixedDecimal } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { PickerField } from '#web/ui/form/picker-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { LazySheet, lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import type { PlanError, PlanField } from './plan-errors.ts';
import styles from './plan-fields.module.css';
import { type PlanForm, type PlanFormAction, withLeadingZero } from './plan-form.ts';
import type { PlanBounds, PlanSummary } from './plan-summary.ts';
import { StepLabel } from './step-label.tsx';
import { shortUsdt } from './words.ts';

export const leverageSheet = lazyComponent(async () => (await import('./leverage-sheet.tsx')).LeverageSheet);

export interface PlanFieldsProps {
  readonly form: PlanForm;
  readonly summary: PlanSummary;
  readonly errors: readonly PlanError[];
  readonly dispatch: Dispatch<PlanFormAction>;
  readonly available: PlanBounds['available'];
  readonly leverageMaximum: number;
  readonly leverageUnlocked: number;
  /** Opens the list of coins. */
  readonly onOpenCoins: () => void;
}

export function PlanFields(props: PlanFieldsProps): ReactNode {
  const { form, summary, errors, dispatch, leverageMaximum, leverageUnlocked, onOpenCoins } = props;
  const t = useText();
  const [choosingLeverage, setChoosingLeverage] = useState(false);
  const errorAt = (field: PlanField) => (form.tried ? shownError(errors, field) : null);
  return (
    <Card
      title={t('plans.yourPlan')}
      aside={summary.isComplete ? null : <span data-words>{t('plans.step', { step: summary.step })}</span>}
    >
      <div className={styles.fields}>
        <PickerField
          label={
            <StepLabel number={1} current={summary.step} done={form.coin !== ''}>
              {t('plans.tradingArea')}
            </StepLabel>
          }
          value={form.coin === '' ? null : t('plans.pair', { coin: form.coin })}
          placeholder={t('plans.choose')}
          error={errorAt('coin')}
          onOpen={onOpenCoins}
        />
        <PickerField
          label={
            <StepLabel number={2} current={summary.step} done={form.leverage !== null}>
              {t('plans.leverage')}
            </StepLabel>
          }
          value={
            form.leverage === null ? null : (
              <RuleValue rule="leverage">{t('plans.leverageValue', { leverage: form.leverage })}</RuleValue>
            )
          }
          placeholder={t('plans.choose')}
          error={errorAt('leverage')}
          onOpen={() => setChoosingLeverage(true)}
        />
        <div className={styles.wide}>
          <PlanAmount {...props} error={errorAt('amount')} />
        </div>
      </div>
      <LazySheet
        code={leverageSheet}
        props={{
          open: choosingLeverage,
          maximum: leverageMaximum,
          unlocked: leverageUnlocked,
          chosen: form.leverage,
          onChoose: (leverage) => dispatch({ type: 'leverageChosen', leverage, unlocked: leverageUnlocked }),
          onClose: () => setChoosingLeverage(false),
        }}
      />
    </Card>
  );
}

interface PlanAmountProps extends PlanFieldsProps {
  readonly error: string | null;
}

function PlanAmount({ form, summary, dispatch, error, available }: PlanAmountProps): ReactNode {
  const t = useText();
  const format = useFormat();
  // The field keeps what was typed: a keyboard that is still composing it would enter it once more where another text took its place.
  const [typed, setTyped] = useState('');
  const type = (text: string) => {
    setTyped(text);
    dispatch({ type: 'amountTyped', text: format.typedAmount(text) });
  };
  return (
    <>
      <AmountField
        label={
          <StepLabel number={3} current={summary.step} done={summary.amount !== null && summary.advice === null}>
            {t('plans.amount')}
          </StepLabel>
        }
        name="price"
        value={withLeadingZero(format.typedAmount(typed)) === form.amountText ? typed : form.amountText}
        onChange={type}
        error={error ?? adviceWords(t, format, summary, available)}
      />
      {available === null && <div className={styles.quickPlace} />}
      {summary.quickAmounts.length > 0 && (
        <fieldset className={styles.quick} aria-label={t('plans.quickAmounts')}>
          {summary.quickAmounts.map(({ amount, isMost }) => (
            <button
              key={String(amount)}
              type="button"
              className={styles.chip}
              onClick={() =>
                dispatch({
                  type: 'amountTyped',
                  text: toFixedDecimal('USDT', amount, amount % 10_000n === 0n ? 2 : 6, 'towardZero'),
                })
              }
            >
              {isMost ? (
                <Figure source="ledger">{t('plans.quickMost', { amount: shortUsdt(format, amount) })}</Figure>
              ) : (
                <RuleValue rule="level">{shortUsdt(format, amount)}</RuleValue>
              )}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Which bound the amount is beyond. */
export function adviceWords(
  t: ReturnType<typeof useText>,
  format: ReturnType<typeof useFormat>,
  { advice, level }: PlanSummary,
  available: PlanBounds['available'],
): ReactNode {
  if (advice === 'overAvailable' && available !== null) {
    return <Figure source="ledger">{t('plans.availableAdvice', { available: format.usdt(available, 2) })}</Figure>;
  }
  if (advice !== 'outsideQuota' || !level) return undefined;
  const bounds = { from: shortUsdt(format, level.amountMin), to: shortUsdt(format, level.amountMax) };
  return <RuleValue rule="level">{t('plans.amountAdvice', bounds)}</RuleValue>;
}

function shownError(errors: readonly PlanError[], field: PlanField): string | null {
  const error = errors.find((each) => each.field === field);
  return error ? errorText(error.code) : null;
}
