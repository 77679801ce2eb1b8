import { expect, test } from 'vitest';
import { sandboxRail } from './rail-sandbox.ts';

test('each deposit has an address of its own, the same at every look, that is valid on no chain', () => {
  // Of one millisecond: their ids differ at the end alone.
  const ids = ['06FQ0Z3K2AAAAAA1', '06FQ0Z3K2AAAAAA2'];
  const addresses = ids.map((id) => sandboxRail.addressFor('sandbox', id));
  expect(new Set([...addresses, sandboxRail.addressFor('other', ids[0] ?? '')]).size).toBe(3);
  expect(ids.map((id) => sandboxRail.addressFor('sandbox', id))).toEqual(addresses);
  for (const address of addresses) expect(address).toMatch(/^sandbox-[0-9a-f]{32}$/);
});
