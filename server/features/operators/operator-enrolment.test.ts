import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { newBrowser } from '#server/test/identity.fixture.ts';
import { enrolOperatorAuthenticator } from './enrol-operator-authenticator.ts';
import { type OperatorsWorld, openOperatorsWorld, password } from './operators-world.fixture.ts';
import { signInOperator } from './sign-in-operator.ts';
import { startOperatorAuthenticator } from './start-operator-authenticator.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
afterAll(() => world.close());

test('a known password, two that differ and a wrong code enrol nobody, and leave the link to the right ones', async () => {
  const token = await world.link('nora', 'support');
  const browser = { ...newBrowser(), origin: world.publicOrigin };
  const enrol = (form: { password?: string; repassword?: string; factor?: string }) =>
    enrolOperatorAuthenticator(world, { token, password, repassword: password, factor: '000000', ...form }, browser);
  await expect(enrol({})).rejects.toMatchObject({ code: 'authenticatorExpired' });
  const { secret } = await startOperatorAuthenticator(world, { token });
  const factor = codeAt(secret, world.wallNow());
  const known = 'Qwerty123';
  await expect(enrol({ factor, password: known, repassword: known })).rejects.toMatchObject({ code: 'passwordKnown' });
  await expect(enrol({ factor, repassword: `${password}!` })).rejects.toMatchObject({ code: 'passwordsDiffer' });
  const wrong = String((Number(factor) + 1) % 1_000_000).padStart(6, '0');
  await expect(enrol({ factor: wrong })).rejects.toMatchObject({ code: 'secondFactorWrong' });
  expect(await world.whoIs(browser)).toBe('none');
  // As the app shows it.
  const spaced = `${factor.slice(0, 3)} ${factor.slice(3)}`;
  expect(await enrol({ factor: spaced })).toEqual({ operator: 'nora', role: 'support' });
  expect(await world.whoIs(browser)).toMatchObject({ operator: 'nora', role: 'support' });
  // The code is spent with the enrolment.
  const again = signInOperator(world, { operator: 'nora', password, factor }, newBrowser());
  await expect(again).rejects.toMatchObject({ code: 'wrongCredentials' });
});
