import type { LevelOffer } from '#contract/plan-offer.ts';
import type { Plan } from '#contract/plan-record.ts';

/** What the member has chosen and typed so far. */
export interface PlanForm {
  readonly coin: string;
  /** Null stands for the first level, which is open to all. */
  readonly levelId: number | null;
  readonly leverage: number | null;
  /** As it will be sent: digits with at most one point. */
  readonly amountText: string;
  /** Whether a submission was tried, so that what is missing is pointed out at its place. */
  readonly tried: boolean;
  /** The plan just placed; its panel stands in the form's place. */
  readonly placed: Plan | null;
}

export type PlanFormAction =
  | { readonly type: 'coinChosen'; readonly coin: string }
  | { readonly type: 'levelChosen'; readonly level: LevelOffer }
  | { readonly type: 'leverageChosen'; readonly leverage: number; readonly unlocked: number }
  | { readonly type: 'amountTyped'; readonly text: string }
  | { readonly type: 'submissionTried' }
  | { readonly type: 'placed'; readonly plan: Plan }
  | { readonly type: 'stakingAgain' };

export const emptyPlanForm: PlanForm = {
  coin: 'ETH',
  levelId: null,
  leverage: null,
  amountText: '',
  tried: false,
  placed: null,
};

/** The form after an action. What is locked is not set. */
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
      return { ...form, placed: action.plan, amountText: '', tried: false };
    case 'stakingAgain':
      return { ...form, placed: null };
  }
}

const typedAmount = /^\d{0,12}(?:\.\d{0,6})?$/;

/** The typed text where it is the beginning of an amount, else what stood there before. */
function acceptedAmount(before: string, typed: string): string {
  const text = typed.startsWith('.') ? `0${typed}` : typed;
  return typedAmount.test(text) ? text : before;
}
