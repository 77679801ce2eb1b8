/** The steps of a bet’s check. */
export const orderSteps = ['keptOrder', 'path', 'keptDigest'] as const;

export type OrderStep = (typeof orderSteps)[number];

/** The step that a field belongs to. */
export function orderStepOf(field: string): OrderStep {
  if (field.startsWith('kept.order')) return 'keptOrder';
  return field === 'kept.digest' ? 'keptDigest' : 'path';
}
