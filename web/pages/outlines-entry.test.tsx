// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  changeLoginPassword,
  proveWork,
  register,
  signIn,
  signInWithPasskey,
  startPasskeySignIn,
} from '#contract/identity.ts';
import { requestLoginPassword, resetLoginPassword } from '#contract/identity-reset.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { updateProfile } from '#contract/profile-update.ts';
import {
  changeWithdrawalPassword,
  getWithdrawalPassword,
  listSecurityActs,
  resetWithdrawalPassword,
} from '#contract/security.ts';
import { fakePasskeys, passkeyRequest } from '#web/features/identity/passkeys.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { answerCaptcha, fill, press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Page as ProfilePage } from './edit-profile.tsx';
import { Page as LoginPage } from './login.tsx';
import { Page as LoginPasswordPage } from './login-password.tsx';
import { Page as RegisterPage } from './register.tsx';
import { Page as ResetPage } from './reset-password.tsx';
import { account, on } from './samples-security.fixture.ts';
import { Page as WithdrawalPasswordPage } from './withdrawal-password.tsx';

let server: FakeServer;
let captcha: ReturnType<typeof answerCaptcha>;

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 13));
  server = fakeServer();
  captcha = answerCaptcha(server);
  server.answer(getAccountInfo, account);
  server.answer(listSecurityActs, []);
  server.answer(getWithdrawalPassword, { isSet: true, reset: null });
});
afterEach(() => {
  vi.useRealTimers();
  session.signOut();
});

/** Once the picture of the captcha is there. */
const withPicture = (page: ReturnType<typeof mount>['page']) => page.findByAltText('Image of the verification code');

test('the login with a passkey, empty, wrongly filled and refused', async () => {
  fakePasskeys();
  const { container, page } = mount(<LoginPage />, { path: '/login?return=%2Forders' });
  await page.findByText('Sign in with a passkey');
  await expectOutline(container);
  await press('Sign in');
  await expectOutline(container);
  fill({ Account: 'newcomer7', Password: 'secret1' });
  server.refuse(signIn, 'wrongCredentials', 'The account or the password is wrong');
  await press('Sign in');
  await page.findByText('The account or the password is wrong');
  await expectOutline(container);
});

test('the login whose passkey was refused', async () => {
  fakePasskeys();
  server.answer(startPasskeySignIn, passkeyRequest);
  server.refuse(signInWithPasskey, 'passkeyRefused', 'This passkey was not accepted');
  const { container, page } = mount(<LoginPage />, { path: '/login' });
  await page.findByText('Sign in with a passkey');
  await press('Sign in with a passkey');
  await page.findByText('This passkey was not accepted');
  await expectOutline(container);
});

test('the login with a picture whose work is under way, then with a code of the app', async () => {
  const { container, page } = mount(<LoginPage />, { path: '/login' });
  const work = captcha.holdWork();
  fill({ Account: 'newcomer7', Password: 'secret1' });
  server.refuse(signIn, 'captchaMissing', 'Please enter the code');
  await press('Sign in');
  await withPicture(page);
  fill({ 'Verification code': 'abcd' });
  await press('Sign in');
  await expect
    .poll(() => {
      work.report(50);
      return page.queryByText('Proving that no script is at work: 25%');
    })
    .toBeTruthy();
  expect(outlineOf(container)).toMatchSnapshot();
  server.refuse(signIn, 'secondFactorNeeded', 'Now enter the code of your app');
  work.finish();
  await page.findByText('Now enter the code of your app');
  await expectOutline(container);
});

test('the languages and colours that can be chosen before the login', async () => {
  const { container } = mount(<LoginPage />, { path: '/login' });
  await press('Language and appearance');
  await expectOutline(container);
});

test('the registration by an invitation, empty, wrongly filled and refused', async () => {
  const { container, page } = mount(<RegisterPage />, { path: '/registe?invite=FRIEND77' });
  await withPicture(page);
  await expectOutline(container);
  await press('Open the account');
  await expectOutline(container);
  fill({ Account: 'x', Password: 'short', 'Confirm password': 'other', 'Invitation code': '?' });
  await press('Open the account');
  await expectOutline(container);
  fill({ Account: 'newcomer7', Password: 'secret1', 'Confirm password': 'secret1', 'Invitation code': 'FRIEND77' });
  fill({ 'Verification code': 'abcd' });
  page.getByRole('checkbox').click();
  server.refuse(register, 'registrationsOfDay', 'Too many accounts today');
  await press('Open the account');
  await page.findByText('Too many accounts today');
  await expectOutline(container);
  server.refuse(register, 'usernameTaken', 'This name is taken');
  fill({ 'Verification code': 'bcde' });
  await press('Open the account');
  await page.findByText('This name is taken');
  await expectOutline(container);
});

test.each(['', '?invite=%3Cb%3E'])('the registration that the house invites to: “%s”', async (search) => {
  const { container, page } = mount(<RegisterPage />, { path: `/registe${search}` });
  await withPicture(page);
  await expectOutline(container);
});

test('a new login password by two codes of the app: empty, wrongly filled, refused', async () => {
  const { container, page } = mount(<ResetPage />, { path: '/forgotten' });
  await withPicture(page);
  await expectOutline(container);
  fill({ Account: '?', 'Code of the authenticator app': '123 456', 'New password': 'x', 'Verification code': 'abcd' });
  await press('Set the new password');
  await expectOutline(container);
  server.refuse(resetLoginPassword, 'resetRefused', 'Account or codes are wrong');
  fill({ Account: 'newcomer7', 'The next code of the app': '654321', 'New password': 'secret12' });
  fill({ 'Repeat the new password': 'secret12' });
  await press('Set the new password');
  await page.findByText('Account or codes are wrong');
  await expectOutline(container);
});

test('a new login password by a passkey, and one that the owner closed', async () => {
  const device = fakePasskeys();
  server.answer(startPasskeySignIn, passkeyRequest);
  const { container, page } = mount(<ResetPage />, { path: '/forgotten' });
  await press('Passkey');
  await withPicture(page);
  await expectOutline(container);
  device.close('NotAllowedError');
  fill({ 'New password': 'secret12', 'Repeat the new password': 'secret12', 'Verification code': 'abcd' });
  await press('Set the new password');
  await page.findByText(/No passkey was used/);
  await expectOutline(container);
});

test('a new login password that operators decide on: the form of a member, then the number of the request', async () => {
  session.signIn('newcomer7');
  const { container, page } = mount(<ResetPage />, { path: '/resetPassword' });
  await press('Neither');
  await withPicture(page);
  await expectOutline(container);
  server.answer(requestLoginPassword, { request: '1KDVDWMC0SXVXCS8' });
  fill({ 'New password': 'secret12', 'Repeat the new password': 'secret12', 'Verification code': 'abcd' });
  await press('Ask for the new password');
  await page.findByText('1KDVDWMC0SXVXCS8');
  await expectOutline(container);
});

test('the login password is changed: empty, wrongly filled, refused', async () => {
  session.signIn('newcomer7');
  const { container, page } = mount(<LoginPasswordPage />, { path: '/loginPwd' });
  await withPicture(page);
  await press('Save');
  await expectOutline(container);
  fill({ 'Current password': 'secret1', 'New password': 'x', 'Repeat the new password': 'y' });
  fill({ 'Verification code': 'abcd', 'Code of the authenticator app': '123456' });
  await press('Save');
  await expectOutline(container);
  server.refuse(changeLoginPassword, 'oldPasswordWrong', 'This is not your password');
  fill({ 'New password': 'secret12', 'Repeat the new password': 'secret12' });
  await press('Save');
  await page.findByText('This is not your password');
  await expectOutline(container);
});

test('the login password of a member without an app, and a picture that was not accepted', async () => {
  session.signIn('newcomer7');
  server.answer(getAccountInfo, { ...account, hasAuthenticator: false });
  server.refuse(proveWork, 'captchaWrong', 'The work was not accepted');
  const { container, page } = mount(<LoginPasswordPage />, { path: '/loginPwd' });
  await withPicture(page);
  await expectOutline(container);
  fill({ 'Current password': 'secret1', 'New password': 'secret12', 'Repeat the new password': 'secret12' });
  fill({ 'Verification code': 'abcd' });
  await press('Save');
  await page.findByText('The work was not accepted');
  await expectOutline(container);
});

test('the withdrawal password that is set: changed, refused, and forgotten', async () => {
  session.signIn('newcomer7');
  const requestedAt = on(4, 13, 6, 6);
  server.answer(getWithdrawalPassword, { isSet: true, reset: { requestedAt, activeFrom: on(4, 14, 6, 8) } });
  const { container, page } = mount(<WithdrawalPasswordPage />, { path: '/bankPwd' });
  await withPicture(page);
  await expectOutline(container);
  server.refuse(changeWithdrawalPassword, 'withdrawalPasswordLocked', 'Locked until tomorrow');
  fill({ 'Current withdrawal password': 'secret1', 'New password': 'secret12', 'Repeat the new password': 'secret12' });
  fill({ 'Verification code': 'abcd', 'Code of the authenticator app': '123456' });
  await press('Save');
  await page.findByText('Locked until tomorrow');
  await expectOutline(container);
  await press('I have forgotten it');
  await press('Ask for the new password');
  await expectOutline(container);
  server.refuse(resetWithdrawalPassword, 'accountFrozen', 'The account is frozen');
  fill({ 'Login password': 'secret1', 'New password': 'secret12', 'Repeat the new password': 'secret12' });
  fill({ 'Verification code': 'abcd', 'Code of the authenticator app': '123456' });
  await press('Ask for the new password');
  await page.findByText('The account is frozen');
  await expectOutline(container);
});

test('the withdrawal password that is set for the first time', async () => {
  session.signIn('newcomer7');
  server.answer(getWithdrawalPassword, { isSet: false, reset: null });
  server.answer(getAccountInfo, { ...account, hasWithdrawalPassword: false, hasAuthenticator: false });
  const { container, page } = mount(<WithdrawalPasswordPage />, { path: '/user_money_pwd' });
  await withPicture(page);
  await expectOutline(container);
});

test('the withdrawal password whose state is refused', async () => {
  session.signIn('newcomer7');
  server.refuse(getWithdrawalPassword, 'notPermitted', 'Not this');
  server.refuse(getAccountInfo, 'notPermitted', 'You may not');
  await expectOutline(mount(<WithdrawalPasswordPage />, { path: '/bankPwd' }).container);
});

test('the profile: as it is, wrongly filled, refused', async () => {
  session.signIn('newcomer7');
  const { container, page } = mount(<ProfilePage />, { path: '/user_edit' });
  await page.findByText('Save');
  await expectOutline(container);
  fill({ Nickname: '<b>', 'Real name': '1' });
  await press('Save');
  await expectOutline(container);
  server.refuse(updateProfile, 'accountFrozen', 'The account is frozen');
  fill({ Nickname: '', 'Real name': 'Zoé Bùi' });
  await press('Save');
  await page.findByText('The account is frozen');
  await expectOutline(container);
});

test('the time zones, those that are searched for, and none', async () => {
  session.signIn('newcomer7');
  const { container, page, user } = mount(<ProfilePage />, { path: '/user_edit' });
  await user.click(await page.findByText('Asia/Bangkok'));
  for (const searched of ['angk', 'nowhere']) {
    fill({ Search: searched });
    await expectOutline(container);
  }
  fill({ Search: 'kok' });
  await user.click(page.getAllByText('Asia/Bangkok').at(-1) as Element);
  await expectOutline(container);
});

test('the profile that cannot be read', async () => {
  session.signIn('newcomer7');
  server.refuse(getAccountInfo, 'notPermitted', 'You may not');
  await expectOutline(mount(<ProfilePage />, { path: '/user_edit' }).container);
});
