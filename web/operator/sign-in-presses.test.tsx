// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getCaptcha, proveWork } from '#contract/identity.ts';
import { zh } from '#contract/operator-error-texts/zh.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { signInOperator, signInOperatorWithPasskey, startOperatorSignIn } from '#contract/operators-sign-in.ts';
import { permissionsOf } from '#contract/roles.ts';
import { fakeServer } from '#web/ui/mounted.fixture.tsx';
import { mountDesk, useConsoleInEnglish } from './console.fixture.tsx';
import { Console } from './console.tsx';
import { chooseConsoleLocale } from './locale.ts';

const prompts = vi.hoisted(() => ({ ask: (): unknown => undefined }));
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: async () => prompts.ask() }));

beforeAll(useConsoleInEnglish);
beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close = () => undefined;
    },
  );
});
afterEach(() => chooseConsoleLocale('en'));

const session = { operator: 'anna', role: 'owner' as const, permissions: permissionsOf('owner'), expiresAt: 9e12 };

function signedOut() {
  const server = fakeServer();
  server.endSession(getOperatorSession);
  server.answer(listApprovals, []);
  return server;
}

test('by password: each missing field is said, a refusal takes the code away, and the third asks for the letters of a picture', async () => {
  const server = signedOut();
  const page = mountDesk(<Console />, '/operator/money');
  await expect.poll(() => page.hasButton('Sign in with password and code')).toBe(true);
  const submit = () => page.press('Sign in with password and code');
  await submit();
  expect(page.alerts()).toEqual([
    ...['Please enter the operator’s name', 'Please enter your password'],
    'Please enter the code of your authenticator app',
  ]);
  await page.write('Operator name', 'anna');
  await page.write('Password', 'a password of many');
  await page.write('Code of the authenticator app', '123456');
  expect(server.requestsTo(signInOperator)).toEqual([]);
  server.refuse(signInOperator, 'wrongCredentials', 'Name, password or code is wrong');
  await submit();
  await expect.poll(page.alerts).toEqual(['Name, password or code is wrong']);
  expect(page.field('Code of the authenticator app').value).toBe('');
  expect(page.field('Password').value).toBe('a password of many');
  expect(server.requestsTo(getCaptcha)).toEqual([]);

  const work = { algorithm: 'PBKDF2/SHA-256' as const, nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '' };
  server.answer(getCaptcha, {
    image: 'data:image/png;base64,AA',
    expiresInSeconds: 60,
    work: { ...work, attempts: 9 },
  });
  server.answer(proveWork, {} as never);
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      terminate = () => undefined;
      postMessage = () =>
        this.dispatchEvent(new MessageEvent('message', { data: { counter: 3, key: 'ab'.repeat(32) } }));
    },
  );
  server.refuse(signInOperator, 'captchaMissing', 'Please enter the letters');
  await page.write('Code of the authenticator app', '123456');
  await submit();
  await expect.poll(() => page.container.querySelector('input[name=code]') !== null).toBe(true);
  const letters = () => page.container.querySelector<HTMLInputElement>('input[name=code]') as HTMLInputElement;
  await page.write('Code of the authenticator app', '654321');
  await submit();
  expect(letters().getAttribute('aria-invalid')).toBe('true');
  expect(server.requestsTo(signInOperator)).toHaveLength(2);
  await page.user.type(letters(), 'KXQT');
  const drawn = server.requestsTo(getCaptcha).length;
  server.refuse(signInOperator, 'captchaWrong', 'These are not the letters');
  await submit();
  await expect.poll(page.alerts).toEqual(['These are not the letters']);
  expect([letters().value, server.requestsTo(proveWork).length]).toEqual(['', 1]);
  await expect.poll(() => server.requestsTo(getCaptcha).length).toBe(drawn + 1);
  // Also where something else is wrong, the letters are asked for again.
  server.refuse(signInOperator, 'wrongCredentials', 'Name, password or code is wrong');
  await page.user.type(letters(), 'WXYZ');
  await page.write('Code of the authenticator app', '222222');
  await submit();
  await expect.poll(page.alerts).toEqual(['Name, password or code is wrong']);
  await expect.poll(() => server.requestsTo(getCaptcha).length).toBe(drawn + 2);
  await page.user.type(letters(), 'ABCD');
  await page.write('Code of the authenticator app', '111111');
  const held = server.hold(signInOperator, { operator: 'anna', role: 'owner' });
  server.answer(getOperatorSession, session);
  await submit();
  await expect.poll(() => server.requestsTo(signInOperator).length).toBe(5);
  await submit();
  held.release();
  await expect.poll(page.words).toContain('anna · Owner');
  expect(server.requestsTo(signInOperator).map(({ fields }) => fields)).toMatchObject([
    { operator: 'anna', password: 'a password of many', factor: '123456' },
    { factor: '123456' },
    { factor: '654321', code: 'KXQT' },
    { factor: '222222', code: 'WXYZ' },
    { factor: '111111', code: 'ABCD' },
  ]);
});

test('by passkey: what the device signed is sent, and a refusal or a prompt that is closed is said', async () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const server = signedOut();
  const response = { clientDataJSON: 'AA', authenticatorData: 'BB', signature: 'CC' };
  const credential = { id: 'KEY', rawId: 'KEY', type: 'public-key' as const, response };
  server.answer(startOperatorSignIn, { challenge: 'c', rpId: 'localhost', timeout: 1, userVerification: 'required' });
  const page = mountDesk(<Console />, '/operator/money');
  await expect.poll(() => page.hasButton('Sign in with a passkey')).toBe(true);
  prompts.ask = () => {
    throw Object.assign(new Error('closed'), { name: 'NotAllowedError' });
  };
  await page.press('Sign in with a passkey');
  await expect.poll(page.alerts).toHaveLength(1);
  expect(server.requestsTo(signInOperatorWithPasskey)).toEqual([]);
  prompts.ask = () => credential;
  server.answer(signInOperatorWithPasskey, { operator: 'anna', role: 'owner' });
  server.answer(getOperatorSession, session);
  await page.press('Sign in with a passkey');
  await expect.poll(page.words).toContain('anna · Owner');
  const [sent] = server.requestsTo(signInOperatorWithPasskey);
  expect(JSON.parse(sent?.fields.credential ?? '')).toEqual(credential);
});

test('what is missing is said in the language that was just chosen', async () => {
  signedOut();
  const page = mountDesk(<Console />, '/operator/money');
  await expect.poll(() => page.hasButton('Sign in with password and code')).toBe(true);
  await page.choose('Language', 'zh');
  await expect.poll(() => page.hasButton('Sign in with password and code')).toBe(false);
  await page.user.click(page.container.querySelector('button[type=submit]') as HTMLButtonElement);
  await expect.poll(() => page.alerts()[0]).toBe(zh.operatorMissing);
});
