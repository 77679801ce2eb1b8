import { type Dispatch, useEffect, useReducer } from 'react';
import type { MarketStatus } from '#contract/market.ts';
import { retryFailedReads } from '#web/platform/api/query-client.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { useLockWords } from './lock-words.ts';
import { type PlanError, planErrors } from './plan-errors.ts';
import { emptyPlanForm, type PlanForm, type PlanFormAction, planFormReducer } from './plan-form.ts';
import { planSummary } from './plan-summary.ts';
import { useGetMaxLeverage, useGetQuota, useLeverageUnlocked, useListLevels, useQuotePlan } from './queries/offer.ts';
import { readTradingDraft, searchOf, storeTradingDraft, type TradingChoices } from './trading-choices.ts';
import type { Choose } from './use-trading-choices.ts';

/** The part of the market's state that plans depend on. */
export interface PlanMarket extends Pick<MarketStatus, 'state'> {
  /** Time of the last price, when the market is stale. */
  readonly standsSince: number | null;
}

export interface PlanDeskProps {
  readonly choices: TradingChoices & { readonly coin: string };
  readonly choose: Choose;
  /** Whether the market has the coin; only then the choices are remembered. */
  readonly isListed: boolean;
  readonly market: PlanMarket | undefined;
}

/** State, validation and actions of the trading form. */
export function usePlanDesk({ choices, choose, isListed, market }: PlanDeskProps) {
  const unlocked = useLeverageUnlocked().data;
  const leverageUnlocked = unlocked ?? 1;
  const [form, dispatch] = usePlanForm(choices, choose, unlocked);
  const search = searchOf(choices);
  useEffect(() => {
    if (isListed) storeTradingDraft({ search, amountText: form.amountText });
  }, [isListed, search, form.amountText]);
  const levels = useListLevels(form.coin, form.leverage);
  const quota = useGetQuota();
  const summary = planSummary(form, { levels: levels.data ?? [], available: quota.data?.available ?? null });
  const quote = useQuotePlan(summary.level?.id ?? null, form.coin, form.leverage);
  const leverageMaximum = useGetMaxLeverage().data ?? 1;
  const errors = planErrors(form, summary, market ?? null);
  const errorWords = useErrorWords(summary.level, market);

  /** Whether the form can be confirmed; marks what is missing and says the first of it. */
  const check = () => {
    dispatch({ type: 'submissionTried' });
    const [first] = errors;
    if (first) showToast(errorWords(first), 'failure');
    return first === undefined;
  };

  return {
    form,
    dispatch,
    levels,
    quota,
    summary,
    quote,
    // Without levels there is nothing to quote: the quote itself is not even asked for.
    retryQuote: [levels, quote].some(({ isLoadingError }) => isLoadingError) ? retryFailedReads : undefined,
    /** The quote of this very choice: not the one before, which is shown until it comes. */
    ownQuote: quote.isPlaceholderData ? undefined : quote.data,
    leverageMaximum,
    leverageUnlocked,
    errors,
    errorWords,
    check,
  };
}

export type PlanDesk = ReturnType<typeof usePlanDesk>;

/** The form: coin, level and leverage are the address's, all else is its own. A leverage that is not unlocked is left out. */
function usePlanForm(
  { coin, levelId, leverage }: PlanDeskProps['choices'],
  choose: Choose,
  unlocked: number | undefined,
): [PlanForm, Dispatch<PlanFormAction>] {
  const [own, dispatchOwn] = useReducer(planFormReducer, null, () => ({
    ...emptyPlanForm,
    amountText: readTradingDraft().amountText,
  }));
  const isLocked = leverage !== null && unlocked !== undefined && leverage > unlocked;
  const form = { ...own, coin, levelId, leverage: isLocked ? null : leverage };
  const dispatch = (action: PlanFormAction) => {
    dispatchOwn(action);
    const next = planFormReducer(form, action);
    if (next.coin !== coin || next.levelId !== levelId || next.leverage !== form.leverage) {
      choose({ coin: next.coin, levelId: next.levelId, leverage: next.leverage });
    }
  };
  return [form, dispatch];
}

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
