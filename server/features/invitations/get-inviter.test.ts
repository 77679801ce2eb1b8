import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getInviter as operation } from '#contract/invitations.ts';
import { createRateLimiter } from '#server/platform/http/rate-limit.ts';
import { maskName } from '#server/platform/mask-name.ts';
import { getInviter, unknownCodeAllowance } from './get-inviter.ts';
import { openInvitations } from './invitations-feature.ts';
import { openTeams, type Teams } from './teams.fixture.ts';

let teams: Teams;
let own: { code: string; name: string };

beforeAll(async () => {
  teams = await openTeams();
  const { rows } = await teams.database.pool.query('select invitation_code, username from member where id = $1', [
    await teams.join(),
  ]);
  own = { code: rows[0]?.invitation_code, name: maskName(rows[0]?.username) };
});
afterAll(() => teams.close());

/** A node whose clock the test moves. */
function openNode() {
  let now = 0;
  const unknownCodes = createRateLimiter(unknownCodeAllowance, () => now);
  return {
    pass: (ms: number) => (now += ms),
    ask: (code: string, address = '203.0.113.9') =>
      getInviter({ pool: teams.database.pool, unknownCodes }, { code }, { address }).catch(
        (error: { code?: string }) => error.code ?? String(error),
      ),
  };
}

test('a code names its owner masked, in either case; the house’s code names nobody', async () => {
  const { ask } = openNode();
  expect(await ask(own.code)).toEqual(own);
  expect(await ask(own.code.toLowerCase())).toEqual(own);
  expect(await ask('clearlot')).toEqual({ code: 'CLEARLOT', name: null });
  expect(await ask('NOSUCH12')).toBe('inviteUnknown');
});

test('a network that has used up its unknown codes is refused right codes like wrong ones; only the house’s code works', async () => {
  const { ask, pass } = openNode();
  const { burst } = unknownCodeAllowance;
  for (let count = 0; count < burst; count++) expect(await ask(`TRY${10_000 + count}`)).toBe('inviteUnknown');
  expect([await ask('TRY99999'), await ask(own.code)]).toEqual(['tooManyRequests', 'tooManyRequests']);
  expect(await ask('CLEARLOT')).toEqual({ code: 'CLEARLOT', name: null });
  // Another network is not held back; addresses of one IPv6 subscriber are one.
  expect(await ask(own.code, '203.0.113.10')).toEqual(own);
  expect(await ask(own.code, '2001:db8:1:2::1')).toEqual(own);
  for (let count = 0; count < burst; count++) await ask(`TRY${20_000 + count}`, `2001:db8:1:2::${count + 1}`);
  expect(await ask(own.code, '2001:db8:1:2:ffff::9')).toBe('tooManyRequests');
  // One more every thirty seconds.
  pass(29_000);
  expect(await ask(own.code)).toBe('tooManyRequests');
  pass(1_100);
  expect(await ask(own.code)).toEqual(own);
  expect(await ask('TRY99999')).toBe('inviteUnknown');
  expect(await ask('TRY99998')).toBe('tooManyRequests');
});

test('right codes cost nothing, however many look at the link', async () => {
  const { ask } = openNode();
  for (let count = 0; count < 3 * unknownCodeAllowance.burst; count++) expect(await ask(own.code)).toEqual(own);
});

test('tries at the same moment get no more codes than the network has', async () => {
  const { ask } = openNode();
  const results = await Promise.all(Array.from({ length: 300 }, (_, count) => ask(`MANY${10_000 + count}`)));
  expect(results.filter((result) => result === 'inviteUnknown').length).toBeLessThanOrEqual(unknownCodeAllowance.burst);
});

test('what is no code is refused before anything is read', () => {
  for (const code of [
    '',
    'abc',
    'A'.repeat(17),
    ' CLEARLOT',
    'CLEAR LOT',
    "AB'--",
    '<b>x</b>',
    'ＣＬＥＡＲＬＯＴ',
    'ſecret12',
    'CLEAR\u0000',
  ])
    expect(z.safeDecode(operation.input, { code }).success, code).toBe(false);
});

test('who joins is told to the open pages of all inviters; who was not invited, to nobody', async () => {
  const top = await teams.join();
  const one = await teams.join(top);
  const two = await teams.join(one);
  const feature = openInvitations({ ...teams.node(), areUnknownCodesBounded: false });
  teams.published.length = 0;
  await feature.announceJoin(top);
  await feature.announceJoin(two);
  await feature.close?.();
  expect(teams.published).toEqual([{ to: [one, top], change: 'joined' }]);
});
