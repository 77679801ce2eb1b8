import type { Beacon, BeaconKind, BeaconPlan } from '#core/fairness/beacon.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';

/** Where the public part of a result comes from. */
export interface BeaconSource {
  readonly kind: BeaconKind;
  /** What the round will take, decided at its closing. */
  plan(round: RoundNumber): BeaconPlan;
  /** What the plan names, or null while it is not there. Never one that fails its checks. */
  fetch(round: RoundNumber, plan: BeaconPlan, signal: AbortSignal): Promise<Beacon | null>;
}
