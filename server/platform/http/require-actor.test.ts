import { expect, test } from 'vitest';
import { nameOf } from './require-actor.ts';

test('each member and each operator has a name of one’s own, by which calls are counted', () => {
  const operator = (name: string) => nameOf({ operator: name, role: 'support', locale: 'en' });
  const member = (memberId: bigint) => nameOf({ memberId, username: 'somebody', locale: 'en', timeZone: 'UTC' });
  expect(new Set([operator('anna'), operator('bert'), member(7n), member(8n)]).size).toBe(4);
  expect([operator('anna'), member(7n)]).toEqual([operator('anna'), member(7n)]);
});
