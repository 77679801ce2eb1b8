/**
 * What earns weight score, in points, as published on the rule page. The score raises plan levels and leverage and opens
 * activities, nothing else. Each deposit and each plan earns once, and so do setting the withdrawal password and binding a card.
 */
export const weightPoints = {
  depositConfirmed: 100,
  planSettled: 10,
  withdrawalPasswordSet: 30,
  cardBound: 30,
} as const;

/** What points are earned for. */
export type WeightKind = keyof typeof weightPoints;

/** The points at which a score counts as activated. */
export const activationPoints = 100;

/** Whether the score is activated. */
export function isActivated(weight: number): boolean {
  return weight >= activationPoints;
}

/** What earns, in the order it is published in. */
export const weightKinds: readonly WeightKind[] = Object.keys(weightPoints) as WeightKind[];

/** Whether a kind earns the first time only; the others earn with each plan or deposit. */
export function earnsOnce(kind: WeightKind): boolean {
  return kind === 'withdrawalPasswordSet' || kind === 'cardBound';
}
