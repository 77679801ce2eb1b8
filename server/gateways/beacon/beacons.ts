import type { BeaconKind } from '#core/fairness/beacon.ts';
import type { BeaconSource } from '#server/features/rounds/beacon-source.ts';

/** The source that new rounds plan with. A round that closed with another kind still gets the one it has named. */
export function beaconsOf(kind: BeaconKind, sources: Readonly<Record<BeaconKind, BeaconSource>>): BeaconSource {
  return {
    kind,
    plan: (round) => sources[kind].plan(round),
    fetch: (round, plan, signal) => sources[plan.kind].fetch(round, plan, signal),
  };
}
