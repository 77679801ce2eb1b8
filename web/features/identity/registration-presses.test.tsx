// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { proveWork, register } from '#contract/identity.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { session } from '#web/platform/session/session.ts';
import { alerts, answerCaptcha, fill, isBusy, press as pressed, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Registration } from './registration.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

function shown(invite = 'FRIEND77') {
  const server = fakeServer();
  const captcha = answerCaptcha(server);
  const onRegistered = vi.fn();
  const { page, user } = mount(<Registration invite={invite} onRegistered={onRegistered} />);
  const press = (name = 'Open the account') => pressed(name);
  return { server, captcha, onRegistered, page, user, press, sent: () => server.requestsTo(register) };
}

const complete = {
  ...{ Account: 'newcomer7', Password: 'secret1', 'Confirm password': 'secret1', 'Verification code': 'abcd' },
};

test('an account is opened with what was typed, once, after every field is right and both consents are given', async () => {
  const { server, onRegistered, page, user, press, sent } = shown();
  timeZoneStore.takeRegistrationZone();
  await press();
  expect(alerts()).toEqual([
    'Please enter your account',
    'Please enter your password',
    'Please enter your password',
    'Please enter the verification code',
    'Please confirm that you are 18 or older and accept the terms',
  ]);
  expect(document.activeElement).toBe(page.getByLabelText('Account'));
  fill({ ...complete, 'Confirm password': 'secret2' });
  expect(alerts()).toEqual(['Please confirm that you are 18 or older and accept the terms']);
  await user.click(page.getByText(/^I am 18 or older/));
  expect(alerts()).toEqual([]);
  await press();
  expect(alerts()).toEqual(['The passwords entered twice are inconsistent']);
  fill(complete);
  await user.click(page.getByText(/^I am 18 or older/));
  await press();
  expect(alerts()).toEqual(['Please confirm that you are 18 or older and accept the terms']);
  await user.click(page.getByText(/^I am 18 or older/));
  expect(sent()).toEqual([]);

  const held = server.hold(register, { username: 'newcomer7' });
  await press();
  await expect.poll(() => isBusy('Open the account')).toBe(true);
  await press();
  held.release();
  await expect.poll(() => onRegistered.mock.calls).toEqual([['Done']]);
  expect(sent().map(({ fields }) => fields)).toEqual([
    {
      ...{ username: 'newcomer7', password: 'secret1', repassword: 'secret1', invite: 'FRIEND77', code: 'abcd' },
      ...{ adult: '1', terms: '1' },
    },
  ]);
  expect(session.username()).toBe('newcomer7');
  expect(timeZoneStore.takeRegistrationZone()).not.toBeNull();
});

test('a refusal is said at its field or below them; the picture is another one afterwards, and what was typed stays', async () => {
  const { server, captcha, onRegistered, page, user, press, sent } = shown();
  fill(complete);
  await user.click(page.getByText(/^I am 18 or older/));
  server.refuse(register, 'usernameTaken', 'This account name is taken');
  await press();
  await expect.poll(alerts).toEqual(['This account name is taken']);
  expect(page.getByLabelText('Account').getAttribute('aria-invalid')).toBe('true');
  expect([typedIn('Account'), typedIn('Password'), typedIn('Verification code')]).toEqual(['newcomer7', 'secret1', '']);
  await expect.poll(captcha.shown).toBe(2);

  server.refuse(register, 'registrationsOfDay', 'Too many accounts today');
  fill({ 'Verification code': 'bcde' });
  await press();
  await expect.poll(alerts).toEqual(['Too many accounts today']);
  server.refuse(register, 'captchaWrong', 'The code is wrong');
  fill({ 'Verification code': 'cdef' });
  await press();
  await expect.poll(alerts).toEqual(['The code is wrong']);
  expect(page.getByLabelText('Verification code').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(captcha.shown).toBe(4);
  expect(sent()).toHaveLength(3);

  server.refuse(proveWork, 'captchaWrong', 'The work was not accepted');
  await press('Show another code');
  await expect.poll(captcha.shown).toBe(5);
  fill({ 'Verification code': 'defg' });
  await press();
  await expect.poll(alerts).toEqual(['The work was not accepted']);
  expect(sent()).toHaveLength(3);
  expect([session.username(), onRegistered.mock.calls.length]).toEqual([null, 0]);
});

test('a form whose answer was lost is sent again as it was, which signs in where the account is open already', async () => {
  const { server, captcha, onRegistered, page, user, press, sent } = shown();
  fill(complete);
  await user.click(page.getByText(/^I am 18 or older/));
  server.loseConnection(register);
  await press();
  await expect.poll(() => sent().length).toBe(1);
  await expect.poll(() => isBusy('Open the account')).toBe(false);
  expect(alerts()).toHaveLength(1);
  expect([typedIn('Verification code'), captcha.shown()]).toEqual(['abcd', 1]);
  server.answer(register, { username: 'newcomer7' });
  await press();
  await expect.poll(() => onRegistered.mock.calls.length).toBe(1);
  expect(sent()[1]?.fields).toEqual(sent()[0]?.fields);
});

test('the open code stands in for an invitation; the terms are read without leaving the form', async () => {
  const { page, user, press } = shown();
  expect(page.getByText(/CLEARLOT is open to everybody/)).toBeTruthy();
  fill({ 'Invitation code': 'UNKNOWN-CODE' });
  await press();
  expect(alerts()).toContain('This invitation code does not exist');
  const codes = ['Account', 'Invitation code', 'Verification code'];
  fill(Object.fromEntries(codes.map((label) => [label, ` ${'c'.repeat(30)}`])));
  expect(codes.map((label) => typedIn(label).length)).toEqual([20, 16, 12]);
  await press('Use CLEARLOT');
  expect(typedIn('Invitation code')).toBe('CLEARLOT');
  expect(alerts()).not.toContain('This invitation code does not exist');
  expect(page.queryByRole('button', { name: 'Use CLEARLOT' })).toBeNull();

  await press('Read the terms and risks');
  expect(await page.findByText('Clearlot is for people aged 18 or older.')).toBeTruthy();
  const whole = page.getByRole('link', { name: 'Read the terms and risks' });
  expect([whole.getAttribute('href'), whole.getAttribute('target')]).toEqual(['/auth', '_blank']);
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(page.queryByText('Clearlot is for people aged 18 or older.')).toBeNull();
  expect(typedIn('Invitation code')).toBe('CLEARLOT');

  await user.click(page.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement);
  expect(page.getByLabelText('Password').getAttribute('type')).toBe('text');
  expect(page.getByLabelText('Confirm password').getAttribute('type')).toBe('password');
  await press('Hide password');
  expect(page.getByLabelText('Password').getAttribute('type')).toBe('password');
});
