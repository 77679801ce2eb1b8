// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import {
  addPasskey,
  confirmAuthenticator,
  getRecovery,
  getSecondFactors,
  removePasskey,
  renewBackupCodes,
  startAuthenticator,
  startPasskey,
} from '#contract/identity-factors.ts';
import { getLimits } from '#contract/limits.ts';
import { getDeletion, openBusinessKinds } from '#contract/own-data.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { unfreezeAccount } from '#contract/security.ts';
import { usdt } from '#core/money/amount.ts';
import { AuthenticatorCard } from '#web/features/identity/factors/authenticator-card.tsx';
import { BackupCodes } from '#web/features/identity/factors/backup-codes.tsx';
import { OwnerSheet } from '#web/features/identity/factors/owner-sheet.tsx';
import { PasskeyCard } from '#web/features/identity/factors/passkey-card.tsx';
import { fakePasskeys } from '#web/features/identity/passkeys.fixture.ts';
import { RecoveryQuestion } from '#web/features/identity/recovery/recovery-question.tsx';
import { ExclusionCard } from '#web/features/limits/exclusion-card.tsx';
import { ExclusionNotice } from '#web/features/limits/exclusion-notice.tsx';
import { LimitsCard } from '#web/features/limits/limits-card.tsx';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { DeletionCard } from '#web/features/own-data/deletion-card.tsx';
import { OwnDataCard } from '#web/features/own-data/own-data-card.tsx';
import { FreezeCard } from '#web/features/security/freeze-card.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answerCaptcha, fill, press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import * as samples from './samples-security.fixture.ts';

const { on } = samples;
let server: FakeServer;

asMember((fake) => {
  server = fake;
  answerCaptcha(server);
  server.answer(getSecondFactors, samples.factors);
  server.answer(getLimits, samples.limits);
  server.answer(getAccountInfo, samples.account);
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: null });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 13));
  fakePasskeys();
});
afterEach(() => void vi.useRealTimers());

test('the authenticator app is set up: its key, the wrong fields, then a refused code', async () => {
  server.answer(getSecondFactors, { authenticator: null, passkeys: [] });
  server.answer(startAuthenticator, { secret: 'ABCDEFGHIJKLMNOPQR', address: 'otpauth://totp/C:n?secret=ABCDEFGHIJ' });
  const mounted = mount(<AuthenticatorCard />);
  await handOn(mounted).press('Set up');
  await mounted.page.findByText('ABCD EFGH IJKL MNOP QR');
  await press('Turn on');
  await expectOutline(mounted.container);
  server.refuse(confirmAuthenticator, 'authenticatorExpired', 'This setup has expired');
  fill({ 'Code of the authenticator app': '345678', 'Login password': 'secret1' });
  await press('Turn on');
  await mounted.page.findByText('This setup has expired');
  await expectOutline(mounted.container);
});

test('the key of an authenticator app that cannot be drawn', async () => {
  server.answer(getSecondFactors, { authenticator: null, passkeys: [] });
  server.refuse(startAuthenticator, 'authenticatorSet', 'One is set up already');
  const mounted = mount(<AuthenticatorCard />);
  await handOn(mounted).press('Set up');
  await mounted.page.findByText('One is set up already');
  await expectOutline(mounted.container);
});

test('the authenticator app is turned off; its backup codes are drawn anew and shown', async () => {
  const mounted = mount(<AuthenticatorCard />);
  await handOn(mounted).press('Turn off');
  await expectOutline(mounted.container);
  await press('Close');
  await press('New backup codes');
  await expectOutline(mounted.container);
  server.answer(renewBackupCodes, { backupCodes: ['cccc-3333', 'aaaa-1111', 'bbbb-2222'] });
  fill({ 'Code of the authenticator app': '345678', 'Login password': 'secret1' });
  await press('New backup codes');
  await mounted.page.findByText('bbbb-2222');
  await expectOutline(mounted.container);
});

test('the backup codes, while there are none to show', async () => {
  await expectOutline(mount(<BackupCodes codes={null} onKept={() => undefined} />).container);
});

test('a passkey is added with a code of the app, refused by its name, then by the device; another one is removed', async () => {
  const device = fakePasskeys();
  const mounted = mount(<PasskeyCard />);
  await handOn(mounted).press('Add a passkey');
  fill({ Name: ' ' });
  await press('Continue');
  await expectOutline(mounted.container);
  server.refuse(startPasskey, 'passkeysUnavailable', 'No passkeys at this address');
  server.refuse(addPasskey, 'passkeyTaken', 'This passkey is taken');
  fill({ Name: 'My phone', 'Login password': 'secret1', 'Code of the authenticator app': '345678' });
  await press('Continue');
  await mounted.page.findByText('No passkeys at this address');
  await expectOutline(mounted.container);
  device.close('NotAllowedError');
  await press('Close');
  await mounted.user.click(mounted.page.getAllByRole('button', { name: 'Remove' })[1] as Element);
  await expectOutline(mounted.container);
});

test('the question for the login password, unanswered, then with the second factor', async () => {
  server.refuse(removePasskey, 'loginPasswordNeeded', '');
  const mounted = mount(
    <>
      <PasskeyCard />
      <OwnerSheet />
    </>,
  );
  await mounted.page.findByText('My laptop');
  await press('Remove');
  await press('Remove');
  await mounted.page.findByLabelText('Login password');
  await press('Confirm');
  await expectOutline(mounted.container);
  server.refuse(removePasskey, 'secondFactorNeeded', 'Now the code of your app');
  fill({ 'Login password': 'secret1' });
  await press('Confirm');
  await mounted.page.findByText('Now the code of your app');
  await expectOutline(mounted.container);
});

test.each([true, false])(
  'the question of a recovery on any page; replaces the password: %s',
  async (replacesPassword) => {
    const waiting = { approvedAt: on(4, 12, 9), takesEffectAt: on(4, 15, 9, 10), replacesPassword };
    server.answer(getRecovery, { waiting, freezeHoldsUntil: null });
    await expectOutline(mount(<RecoveryQuestion isShownByPage={false} />).container);
  },
);

test('the freeze is asked for, then lifted with a code of the app, wrongly filled and refused', async () => {
  const mounted = mount(<FreezeCard />);
  await handOn(mounted).press('Freeze now');
  await expectOutline(mounted.container);
  mounted.unmount();
  server.answer(getAccountInfo, { ...samples.account, frozen: true });
  await queryClient.refetchQueries();
  const frozen = mount(<FreezeCard />);
  await frozen.page.findByText('Lift the freeze');
  await press('Lift the freeze');
  await expectOutline(frozen.container);
  server.refuse(unfreezeAccount, 'operatorFreezeHolds', 'An operator froze it');
  fill({ 'Login password': 'secret1', 'Verification code': 'abcd', 'Code of the authenticator app': '345678' });
  await press('Lift the freeze');
  await frozen.page.findByText('An operator froze it');
  await expectOutline(frozen.container);
});

test('a limit is loosened, or set for the first time; an empty and a wrong amount', async () => {
  const { lossLimits } = samples.limits;
  const [day] = lossLimits;
  const [, none] = samples.noLimits.lossLimits;
  if (!day || !none) throw new Error('no limits');
  server.answer(getLimits, { ...samples.limits, lossLimits: [{ ...day, next: null }, none] });
  const mounted = mount(<LimitsCard />);
  const { press: pressed, fill: typed } = handOn(mounted);
  await pressed(/^Daily loss limit/);
  await typed('Limit in USDT', '1250.750002');
  await expectOutline(mounted.container);
  await typed('Limit in USDT', '1250.75');
  await expectOutline(mounted.container);
  await press('Close');
  await pressed(/^Weekly loss limit/);
  await press('Set the limit');
  await expectOutline(mounted.container);
  await typed('Limit in USDT', '-1');
  await press('Set the limit');
  await expectOutline(mounted.container);
});

test('what the limits leave before a plan, with a loss that is too much and one that is not', async () => {
  const shown = mount(<LimitsReminder worst={usdt(-991_000_001n)} />);
  await expectOutline(shown.container);
  const { lossLimits } = samples.limits;
  server.answer(getLimits, { ...samples.limits, lossLimits: lossLimits.slice(0, 1) });
  await queryClient.refetchQueries();
  shown.rerender(<LimitsReminder worst={usdt(-991_000_000n)} />);
  await expectOutline(shown.container);
  shown.rerender(<LimitsReminder worst={null} />);
  await expectOutline(shown.container);
});

test('a self-exclusion is chosen, then confirmed', async () => {
  const mounted = mount(<ExclusionCard />);
  const { press: pressed } = handOn(mounted);
  await pressed('Take a break');
  await expectOutline(mounted.container);
  await pressed('30 days');
  await expectOutline(mounted.container);
});

test('a self-exclusion is made longer, or ended early; the notice above the forms', async () => {
  const exclusion = { beganAt: on(4, 2), endsAt: on(4, 29, 22, 22), liftsAt: null };
  server.answer(getLimits, { ...samples.noLimits, exclusion });
  const mounted = mount(
    <>
      <ExclusionNotice />
      <ExclusionCard />
    </>,
  );
  const { press: pressed } = handOn(mounted);
  await pressed('Make it longer');
  await pressed('180 days');
  await expectOutline(mounted.container);
  await pressed('Cancel');
  await pressed('End it early');
  await expectOutline(mounted.container);
});

test('the notice above the forms of an exclusion that ends early', async () => {
  const exclusion = { beganAt: on(4, 2), endsAt: on(4, 29, 22, 22), liftsAt: on(4, 14, 9, 31) };
  server.answer(getLimits, { ...samples.noLimits, exclusion });
  await expectOutline(mount(<ExclusionNotice />).container);
});

test('the account cannot be deleted: everything that is still open', async () => {
  const open = openBusinessKinds.map((what, place) => ({
    what,
    amount: what === 'frozen' ? null : usdt(1_234_567_890n * BigInt(place)),
  }));
  server.answer(getDeletion, { open, points: 12 });
  const mounted = mount(<DeletionCard onDeleted={() => undefined} />);
  await press('See what would happen');
  await expectOutline(mounted.container);
});

test('the account can be deleted: what goes and stays, then the consent', async () => {
  server.answer(getDeletion, { open: [], points: 12_345 });
  const mounted = mount(<DeletionCard onDeleted={() => undefined} />);
  await press('See what would happen');
  await expectOutline(mounted.container);
  await mounted.user.click(mounted.page.getByRole('checkbox'));
  await expectOutline(mounted.container);
});

test('what is open cannot be read', async () => {
  server.refuse(getDeletion, 'notPermitted', 'You may not');
  const mounted = mount(<DeletionCard onDeleted={() => undefined} />);
  await press('See what would happen');
  await expectOutline(mounted.container);
});

test('the file of everything that is kept', async () => {
  await expectOutline(mount(<OwnDataCard />).container);
});
