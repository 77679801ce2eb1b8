import type { Plan } from '#contract/plan-record.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import type { SentPlan } from './sent-plan.ts';

/** A plan as the server has placed it, and what this phone sent for it. */
export interface PlacedPlan {
  readonly plan: Plan;
  readonly sent: SentPlan;
}

/** The form's state. */
export interface PlanForm {
  readonly coin: string;
  /** Null: the first level, which is open to all. */
  readonly levelId: number | null;
  readonly leverage: number | null;
  /** Normalised: digits with at most one point. */
  readonly amountText: string;
  /** Whether a submission was attempted, after which missing fields are marked. */
  readonly tried: boolean;
  /** The plan just placed, shown in place of the form. */
  readonly placed: PlacedPlan | null;
}

export type PlanFormAction =
  | { readonly type: 'coinChosen'; readonly coin: string }
  | { readonly type: 'levelChosen'; readonly level: LevelOffer }
  | { readonly type: 'leverageChosen'; readonly leverage: number; readonly unlocked: number }
  | { readonly type: 'amountTyped'; readonly text: string }
  | { readonly type: 'submissionTried' }
  | ({ readonly type: 'placed' } & PlacedPlan)
  | { readonly type: 'stakingAgain' };

export const emptyPlanForm: PlanForm = {
  coin: 'ETH',
  levelId: null,
  leverage: null,
  amountText: '',
  tried: false,
  placed: null,
};

/** The reducer. Locked options are not set. */
export function planFormReducer(form: PlanForm, action: PlanFormAction): PlanForm {
  switch (action.type) {
    case 'coinChosen':
      return { ...form, coin: action.coin };
    case 'levelChosen':
      return action.level.lockedBy ? form : { ...form, levelId: action.level.id };
    case 'leverageChosen':
      return action.leverage > action.unlocked ? form : { ...form, leverage: action.leverage };
    case 'amountTyped':
      return { ...form, amountText: acceptedAmount(form.amountText, action.text) };
    case 'submissionTried':
      return { ...form, tried: true };
    case 'placed':
      return { ...form, placed: { plan: action.plan, sent: action.sent }, amountText: '', tried: false };
    case 'stakingAgain':
      return { ...form, placed: null };
  }
}

const typedAmount = /^\d{0,12}(?:\.\d{0,6})?$/;

/** With the zero that is left out before a point. */
export const withLeadingZero = (amount: string): string => (amount.startsWith('.') ? `0${amount}` : amount);

/** The typed text if it can begin an amount, else the previous text. */
function acceptedAmount(before: string, typed: string): string {
  const text = withLeadingZero(typed);
  return typedAmount.test(text) ? text : before;
}
