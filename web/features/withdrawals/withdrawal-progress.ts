import type { WithdrawalState } from '#contract/states.ts';

export type StepLook = 'past' | 'now' | 'ahead';

/** Whether nothing more will happen to the withdrawal. */
export function isFinal({ state }: { readonly state: WithdrawalState }): boolean {
  return state === 'done' || state === 'refused' || state === 'cancelled';
}

/**
 * The steps of a withdrawal and which of them it has come to. One that was refused or cancelled ends with that, in place of the
 * steps it never made; whether it was sent before is told by `wasSent`.
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
