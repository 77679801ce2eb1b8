import type { WithdrawalState } from '#contract/states.ts';

export type StepLook = 'past' | 'now' | 'ahead';

/** Whether the status is final. */
export function isFinal({ state }: { readonly state: WithdrawalState }): boolean {
  return state === 'done' || state === 'refused' || state === 'cancelled';
}

/**
 * A withdrawal's steps and the current one. A rejected or cancelled one ends there, without the remaining steps; `wasSent`: whether it
 * was sent before.
 */
export function stepsOf(
  state: WithdrawalState,
  wasSent: boolean,
): readonly { readonly state: WithdrawalState; readonly look: StepLook }[] {
  const way: readonly WithdrawalState[] =
    state === 'refused' || state === 'cancelled'
      ? ['requested', 'inReview', ...(wasSent ? (['sent'] as const) : []), state]
      : ['requested', 'inReview', 'sent', 'done'];
  const place = way.indexOf(state);
  return way.map((step, index) => ({ state: step, look: index < place ? 'past' : index === place ? 'now' : 'ahead' }));
}
