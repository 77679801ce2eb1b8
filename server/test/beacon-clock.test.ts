import { expect, test } from 'vitest';
import { openBeacon } from '#server/app-gateways.ts';
import type { BeaconMarket } from '#server/gateways/beacon/market-beacon.ts';
import { silentLog } from '#server/platform/log.ts';

const market = { coins: [] } as unknown as BeaconMarket;

const kindOf = (beacon: 'drand' | 'market', speed: number, aheadMs: number): Promise<string> => {
  const clock = { speed, now: () => 1_800_000_000_000 + aheadMs, wallNow: () => 1_800_000_000_000 };
  return openBeacon({ beacon }, { market, clock, log: silentLog }).then(
    ({ kind }) => kind,
    ({ message }) => message,
  );
};

test('drand, which publishes by the wall clock, is refused on a clock that runs fast, ahead or behind', async () => {
  const refused = 'BEACON=drand needs a product clock that is the wall clock.';
  for (const aheadMs of [0, 999, -999]) expect(await kindOf('drand', 1, aheadMs)).toBe('drand');
  expect(await kindOf('drand', 60, 0)).toBe(refused);
  for (const aheadMs of [1_000, -1_000]) expect(await kindOf('drand', 1, aheadMs)).toBe(refused);
  expect(await kindOf('market', 60, 3_600_000)).toBe('market');
});
