import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/roles.ts';
import { origin } from '#server/features/identity/factors/second-factor.fixture.ts';
import {
  createDevice,
  type Lies,
  type PasskeyDevice,
} from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { endOperator } from '#server/features/operators/end-operator.ts';
import { enrolOperatorPasskey } from '#server/features/operators/enrol-operator-passkey.ts';
import { type OperatorsWorld, openOperatorsWorld } from '#server/features/operators/operators-world.fixture.ts';
import { renewOperatorLink } from '#server/features/operators/renew-operator-link.ts';
import { signInOperatorWithPasskey } from '#server/features/operators/sign-in-operator-with-passkey.ts';
import { startOperatorEnrolment } from '#server/features/operators/start-operator-enrolment.ts';
import { startOperatorSignIn } from '#server/features/operators/start-operator-sign-in.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { keepChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { newBrowser } from './identity.fixture.ts';

let world: OperatorsWorld;
let node: Omit<OperatorsWorld['node'], 'publicOrigin'> & { readonly publicOrigin: undefined };
beforeAll(async () => {
  world = await openOperatorsWorld();
  node = { ...world.node, publicOrigin: undefined };
});
afterAll(() => world.close());

const refusedAs = (code: string) => expect.objectContaining({ code });
const newDesk = () => ({ ...newBrowser(), origin });

/** An operator who is enrolled with that device, and signed in. */
async function enrolled(name: string, role: OperatorRole, device: PasskeyDevice, desk = newDesk()) {
  const token = await world.link(name, role);
  const { creation } = await startOperatorEnrolment(node, { token }, desk);
  if (!creation) throw new Error('this site has no passkeys');
  await enrolOperatorPasskey(node, { token, name: ' The key ', credential: device.make(creation) }, desk);
  return desk;
}

async function enter(device: PasskeyDevice, lies?: Lies, desk = newDesk()) {
  const request = await startOperatorSignIn(node, desk);
  return await signInOperatorWithPasskey(node, { credential: device.use(request, lies) }, desk);
}

test('operators of one role are different users of one device', async () => {
  const ids = ['nina', 'noah'].map(async (name) => {
    const token = await world.link(name, 'support');
    const { creation } = await startOperatorEnrolment(node, { token }, newDesk());
    return creation?.user.id;
  });
  const [one, other] = await Promise.all(ids);
  expect(one).toEqual(expect.any(String));
  expect(other).not.toBe(one);
});

test('a link enrols one passkey, which signs in as that operator and is in the log', async () => {
  const device = createDevice();
  const desk = await enrolled('petra', 'finance', device);
  expect(await world.whoIs(desk)).toMatchObject({ operator: 'petra', role: 'finance' });
  const other = newDesk();
  expect(await enter(device, {}, other)).toEqual({ operator: 'petra', role: 'finance' });
  expect(await world.whoIs(other)).toMatchObject({ operator: 'petra' });
  expect((await world.acts()).filter((act) => act.startsWith('petra '))).toEqual([
    'petra passkeyEnrolled operator petra',
    'petra signedIn operator petra',
    'petra signedIn operator petra',
  ]);
  // What another operator has enrolled is not taken again.
  await expect(enrolled('paula', 'owner', device)).rejects.toEqual(refusedAs('passkeyTaken'));
});

test('an operator who enrols a passkey in place of an app leaves neither app nor password behind', async () => {
  await world.enrolled('pat', 'support');
  const owner = { operator: 'root', role: 'owner' } as const;
  const { token } = await renewOperatorLink(world, { operator: 'pat', reason: 'a lost device' }, owner);
  const [desk, device] = [newDesk(), createDevice()];
  const { creation } = await startOperatorEnrolment(node, { token }, desk);
  if (!creation) throw new Error('this site has no passkeys');
  await enrolOperatorPasskey(node, { token, name: 'key', credential: device.make(creation) }, desk);
  const { rows } = await world.database.pool.query(
    `select password_hash, exists (select from operator_authenticator where operator = name) as app
     from operator where name = 'pat'`,
  );
  expect(rows).toEqual([{ password_hash: null, app: false }]);
});

test('an operator who enrols anew by a link signs in no more with the passkey of before', async () => {
  const [lost, found] = [createDevice(), createDevice()];
  await enrolled('pit', 'support', lost);
  expect(await enter(lost)).toMatchObject({ operator: 'pit' });
  const owner = { operator: 'root', role: 'owner' } as const;
  const { token } = await renewOperatorLink(world, { operator: 'pit', reason: 'a lost device' }, owner);
  const desk = newDesk();
  const { creation } = await startOperatorEnrolment(node, { token }, desk);
  if (!creation) throw new Error('this site has no passkeys');
  await enrolOperatorPasskey(node, { token, name: 'key', credential: found.make(creation) }, desk);
  await expect(enter(lost)).rejects.toEqual(refusedAs('passkeyRefused'));
  expect(await enter(found)).toMatchObject({ operator: 'pit' });
});

test('an operator who signs in by a passkey while enrolling by a new link is refused, and holds the enrolment up in no circle', async () => {
  const device = createDevice();
  await enrolled('pearl', 'support', device);
  const holding = await world.database.owner.connect();
  try {
    await holding.query(`begin; select from operator where name = 'pearl' for no key update`);
    const signing = enter(device).catch((error: unknown) => error);
    await untilLockWait(world.database.pool, signing);
    await holding.query(`delete from operator_passkey where operator = 'pearl'; commit`);
    expect(await signing).toEqual(refusedAs('passkeyRefused'));
  } finally {
    holding.release(true);
  }
});

test('of two passkeys that one link enrols at once the first counts, and the other is refused', async () => {
  const token = await world.link('phil', 'support');
  const holding = await world.database.owner.connect();
  try {
    await holding.query('begin; lock table operator_link in exclusive mode');
    const both = ['one', 'other'].map(async (name) => {
      const desk = newDesk();
      const { creation } = await startOperatorEnrolment(node, { token }, desk);
      if (!creation) throw new Error('this site has no passkeys');
      return enrolOperatorPasskey(node, { token, name, credential: createDevice().make(creation) }, desk);
    });
    const ended = Promise.allSettled(both);
    await untilLockWait(world.database.pool, ended, 2);
    await holding.query('commit');
    const refused = (await ended).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([refusedAs('operatorLinkInvalid')]);
  } finally {
    holding.release(true);
  }
});

test('on a site without passkeys a link still says whose it is', async () => {
  const token = await world.link('quinn', 'support');
  const elsewhere = { ...newDesk(), origin: 'http://192.0.2.7:8080' };
  expect(await startOperatorEnrolment(node, { token }, elsewhere)).toMatchObject({
    ...{ operator: 'quinn', role: 'support', creation: null },
  });
});

test('a copied, an unknown and a wrongly signed passkey, one of another site and one of who has ended are refused', async () => {
  const device = createDevice();
  await enrolled('pia', 'support', device);
  await enter(device, { counter: 40 });
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const lies: readonly Lies[] = [
    { counter: 40 },
    { counter: 39 },
    { counter: 0 },
    { counter: 41, key },
    { counter: 41, origin: 'https://elsewhere.example' },
    { counter: 41, challenge: 'A'.repeat(43) },
    { counter: 41, verified: false },
  ];
  for (const lie of lies) {
    await expect(enter(device, lie), JSON.stringify(lie)).rejects.toEqual(refusedAs('passkeyRefused'));
  }
  await expect(enter(createDevice())).rejects.toEqual(refusedAs('passkeyRefused'));
  expect(await enter(device, { counter: 41 })).toMatchObject({ operator: 'pia' });
  const desk = await enrolled('pola', 'owner', createDevice());
  const owner = await world.callOf({ ...desk, name: 'pola', secret: '' });
  await endOperator(world, { operator: 'pia', reason: 'for a test' }, owner);
  await expect(enter(device, { counter: 42 })).rejects.toEqual(refusedAs('passkeyRefused'));
});

test('a passkey that never counts signs in again and again', async () => {
  const device = createDevice({ counts: false });
  await enrolled('pam', 'auditor', device);
  for (let times = 0; times < 3; times++) expect(await enter(device)).toMatchObject({ operator: 'pam' });
});

test('a challenge is good once, on the browser that asked for it, and for what it was asked for', async () => {
  const device = createDevice();
  await enrolled('pepe', 'support', device);
  const desk = newDesk();
  const request = await startOperatorSignIn(node, desk);
  const credential = device.use(request);
  await expect(signInOperatorWithPasskey(node, { credential }, newDesk())).rejects.toEqual(refusedAs('passkeyExpired'));
  expect(await signInOperatorWithPasskey(node, { credential }, desk)).toMatchObject({ operator: 'pepe' });
  await expect(signInOperatorWithPasskey(node, { credential }, desk)).rejects.toEqual(refusedAs('passkeyExpired'));
  // One that a member was given.
  await keepChallenge(node, desk, request.challenge, 'signIn');
  const again = signInOperatorWithPasskey(node, { credential: device.use(request) }, desk);
  await expect(again).rejects.toEqual(refusedAs('passkeyExpired'));
});
