import { useReducer, useRef } from 'react';
import type { MarketStatus } from '#contract/market.ts';
import { placePlan } from '#contract/plans.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { ApiRefusal, SessionOver } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { useLockWords } from './lock-words.ts';
import { fieldsOf, type PlanError, planErrors } from './plan-errors.ts';
import { emptyPlanForm, planFormReducer } from './plan-form.ts';
import { planSummary } from './plan-summary.ts';
import {
  useGetMaxLeverage,
  useGetQuota,
  useLeverageUnlocked,
  useListLevels,
  usePlacePlan,
  useQuotePlan,
} from './queries/offer.ts';

/** The part of the market's state that plans depend on. */
export interface PlanMarket extends Pick<MarketStatus, 'state'> {
  /** Time of the last price, when the market is stale. */
  readonly standsSince: number | null;
}

/** State, validation and actions of the trading form. */
export function usePlanDesk(firstCoin: string | null, market: PlanMarket | undefined) {
  const [form, dispatch] = useReducer(planFormReducer, { ...emptyPlanForm, ...(firstCoin && { coin: firstCoin }) });
  const levels = useListLevels(form.coin, form.leverage);
  const quota = useGetQuota();
  const summary = planSummary(form, { levels: levels.data ?? [], available: quota.data?.available ?? null });
  const quote = useQuotePlan(summary.level?.id ?? null, form.coin, form.leverage);
  const leverageMaximum = useGetMaxLeverage().data ?? 1;
  const leverageUnlocked = useLeverageUnlocked().data ?? 1;
  const errors = planErrors(form, summary, market ?? null);
  const errorWords = useErrorWords(summary.level, market);

  const submission = usePlacePlan((plan, message) => {
    showToast(message, 'success');
    dispatch({ type: 'placed', plan });
  });
  const failed = useFailureWords();
  const sending = useRef(false);

  const submit = () => {
    // A double tap would submit twice before the state updates.
    if (sending.current) return;
    dispatch({ type: 'submissionTried' });
    const [first] = errors;
    if (first) {
      showToast(errorWords(first), 'failure');
      return;
    }
    const { input } = decodeForm(placePlan, fieldsOf(form, summary.level?.id ?? null));
    if (!input) return;
    sending.current = true;
    submission.mutate(input, {
      onError: failed,
      onSettled: () => {
        sending.current = false;
      },
    });
  };

  return {
    form,
    dispatch,
    levels,
    quota,
    summary,
    quote,
    leverageMaximum,
    leverageUnlocked,
    errors,
    errorWords,
    submit,
    isSending: submission.isPending,
  };
}

export type PlanDesk = ReturnType<typeof usePlanDesk>;

/** The validation errors as messages. */
function useErrorWords(level: ReturnType<typeof planSummary>['level'], market: PlanMarket | undefined) {
  const format = useFormat();
  const lockWords = useLockWords();
  return ({ field, code }: PlanError): string => {
    if (field === 'market') return errorText(code, { age: format.span(ageOf(market)) });
    return (field === 'level' && level && lockWords(level)) || errorText(code);
  };
}

function ageOf(market: PlanMarket | undefined): number {
  return market?.standsSince ? productNow() - market.standsSince : 0;
}

/** The server's message as a toast. Without a response it says that retrying is safe. */
function useFailureWords() {
  const t = useText();
  return (error: Error) => {
    if (error instanceof SessionOver) return;
    showToast(error instanceof ApiRefusal ? error.info : t('plans.noAnswer'), 'failure');
  };
}
