/** The steps of a check, in the order they were published in. */
export const checkSteps = ['kept', 'seed', 'entries'] as const;

export type CheckStep = (typeof checkSteps)[number];

/** The step that a field belongs to. */
export function stepOf(field: string): CheckStep {
  if (field.startsWith('kept')) return 'kept';
  return field.startsWith('entries') || field === 'username' ? 'entries' : 'seed';
}
