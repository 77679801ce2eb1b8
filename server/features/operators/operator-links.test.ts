import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { changeOperator, owner } from '#server/platform/operators/operators.fixture.ts';
import { newBrowser } from '#server/test/identity.fixture.ts';
import { endOperator } from './end-operator.ts';
import { enrolOperatorAuthenticator } from './enrol-operator-authenticator.ts';
import { addFirstOwner, addOperator, atServer } from './operator-links.ts';
import { type OperatorsWorld, openOperatorsWorld, password } from './operators-world.fixture.ts';
import { renewOperatorLink } from './renew-operator-link.ts';
import { startOperatorAuthenticator } from './start-operator-authenticator.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
afterAll(() => world.close());

const refusedAs = (code: string) => expect.objectContaining({ code });
const reason = 'for a test';
const minuteMs = 60_000;

test('a used, an expired and an unknown link are refused, and of one link used twice at once one counts', async () => {
  const token = await world.link('bert', 'support');
  const { secret } = await startOperatorAuthenticator(world, { token });
  const form = { token, password, repassword: password, factor: codeAt(secret, world.wallNow()) };
  const both = await Promise.allSettled([1, 2].map(() => enrolOperatorAuthenticator(world, form, newBrowser())));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(startOperatorAuthenticator(world, { token })).rejects.toEqual(refusedAs('operatorLinkInvalid'));
  const late = await world.link('berta', 'support');
  world.advance(24 * 60 * minuteMs);
  await expect(startOperatorAuthenticator(world, { token: late })).rejects.toEqual(refusedAs('operatorLinkInvalid'));
  const unknown = 'A'.repeat(43);
  await expect(startOperatorAuthenticator(world, { token: unknown })).rejects.toEqual(refusedAs('operatorLinkInvalid'));
});

test('a link is good until the next one is made for the same operator, or the operator has ended', async () => {
  const first = await world.link('gus', 'support');
  const call = await world.callOf(await world.enrolled('gerd', 'owner'));
  const by = call.operator;
  const { token } = await renewOperatorLink(world, { operator: 'gus', reason }, by);
  await expect(startOperatorAuthenticator(world, { token: first })).rejects.toEqual(refusedAs('operatorLinkInvalid'));
  const { secret } = await startOperatorAuthenticator(world, { token });
  await endOperator(world, { operator: 'gus', reason }, call);
  await expect(startOperatorAuthenticator(world, { token })).rejects.toEqual(refusedAs('operatorLinkInvalid'));
  const form = { token, password, repassword: password, factor: codeAt(secret, world.wallNow()) };
  const late = enrolOperatorAuthenticator(world, form, newBrowser());
  await expect(late).rejects.toEqual(refusedAs('operatorLinkInvalid'));
});

test('no first owner is made at the server while another can sign in, be it by an app alone', async () => {
  await world.enrolled('gesa', 'owner');
  expect(await addFirstOwner(world.tables, 'gero', world.wallNow())).toBeNull();
  for (const name of ['gerd', 'gesa']) await changeOperator(world.database.owner, name, 'auditor');
  // Those who could are none any more, and one who never enrolled is none either.
  expect(await addFirstOwner(world.tables, 'gero', world.wallNow())).toMatchObject({ token: expect.any(String) });
});

test('who enrols by another operator’s link is that one’s hand; a first owner is nobody’s, and two links at the server are one', async () => {
  const persons = async (...names: readonly string[]): Promise<number> => {
    const { rows } = await world.database.pool.query('select persons_among($1::text[]) as persons', [names]);
    return rows[0].persons;
  };
  await changeOperator(world.database.owner, 'gerd', 'auditor');
  await world.enrolled('made', 'finance');
  expect(await persons('root', 'made')).toBe(1);
  const first = await world.tables.transaction().execute((transaction) => {
    const own = { operator: 'first', role: 'owner' } as const;
    return addOperator(transaction, { ...own, reason: 'the first owner, at the server' }, own, world.wallNow());
  });
  expect(await persons('root', 'first')).toBe(2);
  expect(await persons('root', 'made', 'first')).toBe(2);
  await enrol(first.token);
  expect(await persons('made', 'first')).toBe(2);
  // A link that is not used changes nothing.
  const relink = (operator: string, by: ActingOperator, madeBy?: string) =>
    renewOperatorLink(world.node, { operator, reason: 'a lost device' }, by, madeBy);
  await relink('first', owner('root'));
  expect(await persons('root', 'first')).toBe(2);
  for (const by of [owner('first'), { operator: 'made', role: 'finance' }] as const)
    await enrol((await relink(by.operator, by, atServer)).token);
  expect(await persons('first', 'made')).toBe(1);
});

test('an operator who makes a link for themselves stays signed in; one made at the server ends what a lost device has open', async () => {
  const desk = await world.enrolled('loses', 'owner');
  const own = (madeBy?: string) =>
    renewOperatorLink(world.node, { operator: 'loses', reason }, { operator: 'loses', role: 'owner' }, madeBy);
  await own();
  expect(await world.whoIs(desk)).toMatchObject({ operator: 'loses' });
  await own(atServer);
  expect(await world.whoIs(desk)).toBe('expired');
});

async function enrol(token: string): Promise<void> {
  const browser = { ...newBrowser(), origin: world.publicOrigin };
  const { secret } = await startOperatorAuthenticator(world.node, { token });
  const form = { token, password, repassword: password, factor: codeAt(secret, world.wallNow()) };
  await enrolOperatorAuthenticator(world.node, form, browser);
}
