import { afterAll, beforeAll, expect, test } from 'vitest';
import { newBrowser } from '#server/test/identity.fixture.ts';
import { endOperator } from './end-operator.ts';
import { listOperators } from './list-operators.ts';
import { sessionHours } from './operator-sessions.ts';
import { type OperatorsWorld, openOperatorsWorld, password } from './operators-world.fixture.ts';
import { signInOperator } from './sign-in-operator.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
afterAll(() => world.close());

const minuteMs = 60_000;
const sessionsOf = async (name: string) =>
  (await listOperators(world.tables, world.wallNow())).find(({ operator }) => operator === name)?.sessions;

test('operators are listed by name with what they sign in by, and with the sessions that are open at that moment', async () => {
  await world.link('zoe', 'support');
  const owner = await world.callOf(await world.enrolled('olga', 'owner'));
  const desk = await world.enrolled('ines', 'finance');
  world.advance(minuteMs);
  const again = { ...newBrowser(), origin: world.publicOrigin };
  await signInOperator(world.node, { operator: 'ines', password, factor: world.nextCode(desk) }, again);
  expect(await listOperators(world.tables, world.wallNow())).toMatchObject([
    { operator: 'ines', role: 'finance', hasAuthenticator: true, passkeys: 0, sessions: 2, endedAt: null },
    { operator: 'olga', role: 'owner', hasAuthenticator: true, passkeys: 0, sessions: 1, endedAt: null },
    { operator: 'root' },
    { operator: 'zoe', role: 'support', hasAuthenticator: false, passkeys: 0, sessions: 0, endedAt: null },
  ]);
  // The first session has been idle for half an hour, the second a minute less.
  world.advance(29 * minuteMs);
  expect(await sessionsOf('ines')).toBe(1);
  // Its last use is 20 minutes ago when its hours are over.
  for (let calls = 1; calls < sessionHours * 3; calls++) {
    await world.whoIs(again);
    world.advance(20 * minuteMs);
  }
  expect(await sessionsOf('ines')).toBe(0);
  await signInOperator(world.node, { operator: 'ines', password, factor: world.nextCode(desk) }, again);
  expect(await sessionsOf('ines')).toBe(1);
  await endOperator(world, { operator: 'ines', reason: 'for a test' }, owner);
  const [ines] = await listOperators(world.tables, world.wallNow());
  expect(ines).toMatchObject({ operator: 'ines', sessions: 0, endedAt: world.wallNow() });
});
