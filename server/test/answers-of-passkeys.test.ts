import { expect, test } from 'vitest';
import { getCaptcha, proveWork, signInWithPasskey, startPasskeySignIn } from '#contract/identity.ts';
import { addPasskey, getSecondFactors, removePasskey, startPasskey } from '#contract/identity-factors.ts';
import { createOperator, getOperatorSession } from '#contract/operators.ts';
import {
  enrolOperatorPasskey,
  signInOperatorWithPasskey,
  startOperatorEnrolment,
  startOperatorSignIn,
} from '#contract/operators-sign-in.ts';
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkey-forms.ts';
import { createDevice, type Lies } from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { solveWork } from './captcha-work.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { loginPassword } from './phone.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const world = await openForFile(() => openWireWorld());
/** Browsers make passkeys for a name alone, and the site is the one that the page was opened at. */
const origin = world.address.replace('127.0.0.1', 'localhost');
const atSite = (cookie = ''): WireCaller => new WireCaller(origin, cookie);

const device = createDevice();
const signed = (request: PasskeyRequest, lies: Lies = {}) => ({
  credential: JSON.stringify(device.use(request, { origin, ...lies })),
});
const made = (creation: PasskeyCreation, by = device) => JSON.stringify(by.make(creation, { origin }));

test('a visitor is answered the captcha with its work, and what is said of work that is not that', async () => {
  const answers = world.answers();
  const visitor = world.caller();
  type Drawn = { image: string; work: Parameters<typeof solveWork>[0] };
  const varying = ['image', 'nonce', 'salt', 'keyPrefix', 'signature', 'keySignature'];
  const { image, work } = await visitor.keep<Drawn>(answers, getCaptcha, {}, { varying });
  expect(image).toMatch(/^data:image\/svg\+xml/);
  const { counter, key } = await solveWork(work);
  const right = { counter: String(counter), key };
  const found = { varying: ['counter'] };
  await visitor.keep(answers, proveWork, { ...right, key: '0'.repeat(key.length) }, found);
  await world.caller().keep(answers, proveWork, right, found);
  await visitor.keep(answers, proveWork, right, found);
  answers.expectKept();
});

test('a member is answered the passkey that is made, and who signs in with it', async () => {
  const answers = world.answers();
  const { cookie } = await world.member('keyholder1');
  const ann = atSite(cookie);
  await world.caller(cookie).keep(answers, startPasskey, { password: loginPassword });
  await world.caller().keep(answers, startPasskeySignIn);
  await ann.keep(answers, startPasskey, { password: 'wrong99owl' });
  const start = () => ann.keep<PasskeyCreation>(answers, startPasskey, { password: loginPassword });
  const add = (name: string, credential: string) => ann.keep(answers, addPasskey, { name, credential });
  const creation = await start();
  await add('My phone', '{}');
  await add('', made(creation));
  await add('x'.repeat(80), made(creation));
  await add('My phone', made(creation));
  await add('My phone', made(creation));
  answers.part('one more on the same device');
  await add('The same', made(await start()));
  await ann.keep(answers, getSecondFactors);

  answers.part('signing in');
  world.pass(minuteMs);
  const phone = atSite();
  const request = () => phone.keep<PasskeyRequest>(answers, startPasskeySignIn);
  await phone.keep(answers, signInWithPasskey, { credential: '{}' });
  await phone.keep(answers, signInWithPasskey, signed(await request(), { origin: 'https://localhost.evil.example' }));
  await phone.keep(answers, signInWithPasskey, signed(await request()));
  const [passkey] = (await ann.keep<{ passkeys: { id: string }[] }>(answers, getSecondFactors)).passkeys;
  const removal = { passkey: passkey?.id ?? '', login: loginPassword };
  await ann.keep(answers, removePasskey, { ...removal, login: 'wrong99owl' });
  await ann.keep(answers, removePasskey, removal);
  await atSite().keep(answers, signInWithPasskey, signed(await request()));
  await phone.keep(answers, signInWithPasskey, signed(await request()));
  answers.expectKept();
});

test('an operator is answered the passkey that a link enrols, and who signs in with it', async () => {
  const answers = world.answers();
  const owner = await world.operator('root', 'owner');
  const link = { operator: 'petra', role: 'finance', reason: 'new at the desk' };
  const { token } = await owner.done<{ token: string }>(createOperator, link);
  const desk = atSite();
  const { creation } = await desk.keep<{ creation: PasskeyCreation }>(answers, startOperatorEnrolment, { token });
  const enrol = (fields: Record<string, string>) =>
    desk.keep(answers, enrolOperatorPasskey, { token, name: 'The key', credential: made(creation), ...fields });
  await enrol({ token: 'A'.repeat(43) });
  await enrol({ name: '' });
  await enrol({ credential: '{}' });
  await enrol({});
  await enrol({});
  await desk.keep(answers, getOperatorSession);

  answers.part('signing in');
  const other = atSite();
  const request = () => other.keep<PasskeyRequest>(answers, startOperatorSignIn);
  await other.keep(answers, signInOperatorWithPasskey, signed(await request(), { verified: false }));
  await other.keep(answers, signInOperatorWithPasskey, signed(await request()));
  await other.keep(answers, getOperatorSession);
  answers.expectKept();
});
