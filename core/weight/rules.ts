/**
 * The points at which a weight score counts as activated. What earns points is in `core/rewards/rules.ts`; the score raises plan levels
 * and leverage and opens activities, nothing else.
 */
export const activationPoints = 100;

/** Whether the score is activated. */
export function isActivated(weight: number): boolean {
  return weight >= activationPoints;
}
