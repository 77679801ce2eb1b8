import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { sandboxRail } from './rail-sandbox.ts';

test('each deposit has an address of its own, the same at every look, that is valid on no chain', () => {
  // Of one millisecond: their ids differ at the end alone.
  const ids = ['06FQ0Z3K2AAAAAA1', '06FQ0Z3K2AAAAAA2'];
  const addresses = ids.map((id) => sandboxRail.addressFor('sandbox', id));
  expect(new Set([...addresses, sandboxRail.addressFor('other', ids[0] ?? '')]).size).toBe(3);
  expect(ids.map((id) => sandboxRail.addressFor('sandbox', id))).toEqual(addresses);
  for (const address of addresses) expect(address).toMatch(/^sandbox-[0-9a-f]{32}$/);
});

test('a deposit is seen two seconds after its request, and has its next confirmation two seconds later, six at most', async () => {
  const address = sandboxRail.addressFor('sandbox', '06FQ0Z3K2AAAAAA1');
  const deposit = { id: '06FQ0Z3K2AAAAAA1', memberId: 1n, channel: 'sandbox', amount: usdt(100_000_000n), address };
  const lookAfter = async (ms: number) => {
    const look = await sandboxRail.look({ ...deposit, requestedAt: 5_000 }, 5_000 + ms);
    return look.state === 'seen' ? look.confirmations : look.state;
  };
  const looks = await Promise.all([0, 1_999, 2_000, 3_999, 4_000, 5_999, 13_999, 14_000, 60_000].map(lookAfter));
  expect(looks).toEqual(['requested', 'requested', 0, 0, 1, 1, 5, 6, 6]);
});
