// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { addPasskey, getSecondFactors, removePasskey, startPasskey } from '#contract/identity-factors.ts';
import type { Passkey } from '#contract/identity-schemas.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { alerts, fill, press, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakePasskeys, passkeyCreation } from '../passkeys.fixture.ts';
import { OwnerSheet } from './owner-sheet.tsx';
import { PasskeyCard } from './passkey-card.tsx';

beforeAll(() => useLanguage('en'));

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const phone: Passkey = { id: 'PK01', name: 'My phone', synced: true, addedAt: at(9), lastUsedAt: null };
const laptop: Passkey = { id: 'PK02', name: 'My laptop', synced: false, addedAt: at(8), lastUsedAt: at(11) };
const withApp = { since: 0, backupCodesLeft: 9 };

async function shown(passkeys: readonly Passkey[], authenticator: typeof withApp | null = null) {
  const server = fakeServer();
  server.answer(getSecondFactors, { authenticator, passkeys: [...passkeys] });
  const mounted = mount(
    <>
      <PasskeyCard />
      <OwnerSheet />
    </>,
  );
  const { page } = mounted;
  await expect.poll(() => page.queryByText(passkeys[0]?.name ?? 'No passkey yet')).toBeTruthy();
  return { ...mounted, server };
}

test('a passkey is made after the owner is known, under the name that was typed', async () => {
  const passkeys = fakePasskeys();
  const { server, page, toast } = await shown([]);
  await press('Add a passkey');
  fill({ Name: ' ' });
  await press('Continue');
  expect(alerts()).toEqual(['The name takes at most 40 characters', 'Please enter your password']);
  fill({ Name: '' });
  await press('Continue');
  expect(alerts()).toEqual(['Please name the passkey', 'Please enter your password']);
  fill({ Name: 'My phone', 'Login password': 'wrong1' });
  server.refuse(startPasskey, 'oldPasswordWrong', 'This is not your password');
  await press('Continue');
  await expect.poll(alerts).toEqual(['This is not your password']);
  server.refuse(startPasskey, 'secondFactorNeeded', 'Now the code of your app');
  fill({ 'Login password': 'secret1' });
  await press('Continue');
  await expect.poll(alerts).toEqual(['Now the code of your app']);
  await press('Continue');
  expect(alerts()).toEqual(['Please enter the code of your authenticator app, or a backup code']);
  expect([server.requestsTo(startPasskey).length, passkeys.prompts()]).toEqual([2, 0]);

  server.answer(startPasskey, passkeyCreation);
  passkeys.close('InvalidStateError');
  fill({ 'Code of the authenticator app': '123456' });
  await press('Continue');
  await expect.poll(alerts).toEqual(['This device has a passkey for this account already']);
  expect([typedIn('Code of the authenticator app'), typedIn('Login password'), typedIn('Name')]).toEqual([
    ...['', 'secret1', 'My phone'],
  ]);
  passkeys.close(null);
  server.refuse(addPasskey, 'passkeyNameInvalid', 'Not this name');
  fill({ 'Code of the authenticator app': '234567' });
  await press('Continue');
  await expect.poll(alerts).toEqual(['Not this name']);
  expect(page.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');

  const held = server.hold(addPasskey, phone);
  fill({ 'Code of the authenticator app': '345678', Name: 'Other name' });
  await press('Continue');
  await press('Continue');
  server.answer(getSecondFactors, { authenticator: withApp, passkeys: [phone] });
  held.release();
  await expect.poll(() => page.queryByText('My phone')).toBeTruthy();
  expect(server.requestsTo(startPasskey).map(({ fields }) => fields)).toEqual([
    { password: 'wrong1' },
    { password: 'secret1' },
    ...['123456', '234567', '345678'].map((factor) => ({ password: 'secret1', factor })),
  ]);
  expect(server.requestsTo(addPasskey).map(({ fields }) => fields)).toEqual(
    ['My phone', 'Other name'].map((name) => ({ name, credential: expect.stringContaining('YXR0ZXN0ZWQ') })),
  );
  expect([page.queryByLabelText('Name'), toast()]).toEqual([null, 'Done']);
});

test('the passkey that was chosen is removed, after its name was read and its owner asked', async () => {
  fakePasskeys();
  const { server, page, toast } = await shown([phone, laptop], withApp);
  expect(page.getByText(/Added May 1, 09:00\s*· Synced/)).toBeTruthy();
  expect(page.getByText('Last used May 1, 11:00')).toBeTruthy();
  await press('Add a passkey');
  expect(page.getByLabelText('Code of the authenticator app')).toBeTruthy();
  await press('Close');
  await press('Remove');
  expect(page.getByText('Remove the passkey “My laptop”?')).toBeTruthy();
  await press('Cancel');
  expect(page.queryByText(/Remove the passkey/)).toBeNull();
  await press('Remove');
  server.refuse(removePasskey, 'loginPasswordNeeded', 'Your password, please');
  await press('Remove');
  await expect.poll(() => page.queryByRole('button', { name: 'Confirm' })).toBeTruthy();
  await press('Confirm');
  expect(alerts()).toEqual(['Please enter your password']);
  server.refuse(removePasskey, 'secondFactorNeeded', 'Now the code of your app');
  fill({ 'Login password': 'secret1' });
  await press('Confirm');
  await expect.poll(alerts).toEqual(['Now the code of your app']);
  fill({ 'Code of the authenticator app': '123456' });
  server.answer(removePasskey, {});
  server.answer(getSecondFactors, { authenticator: withApp, passkeys: [phone] });
  await press('Confirm');
  await expect.poll(() => page.queryByText('My laptop')).toBeNull();
  expect(server.requestsTo(removePasskey).map(({ fields }) => fields)).toEqual([
    { passkey: 'PK02' },
    { passkey: 'PK02', login: 'secret1' },
    { passkey: 'PK02', login: 'secret1', factor: '123456' },
  ]);
  expect([page.queryByText(/Remove the passkey/), page.queryByLabelText('Login password')]).toEqual([null, null]);
  expect(toast()).toBe('Done');

  server.refuse(removePasskey, 'passkeyUnknown', 'This passkey does not exist');
  await press('Remove');
  await press('Remove');
  await expect.poll(toast).toBe('This passkey does not exist');
  server.refuse(removePasskey, 'loginPasswordNeeded', '');
  await press('Remove');
  await expect.poll(() => page.queryByRole('button', { name: 'Close' })).toBeTruthy();
  await press('Close');
  expect(page.queryByText('Confirm that it is you')).toBeNull();
  expect(page.getByText('My phone')).toBeTruthy();
});

test('where there are no passkeys, or as many as there may be, it says so in place of the button', async () => {
  const { page, unmount } = await shown([phone]);
  expect(page.getByText('This browser has no passkeys')).toBeTruthy();
  unmount();
  queryClient.clear();
  fakePasskeys();
  const many = Array.from({ length: 10 }, (_, place) => ({ ...phone, id: `PK1${place}`, name: `Phone ${place}` }));
  const full = await shown(many);
  expect(full.page.getByText('You have 10 passkeys already. Remove one first')).toBeTruthy();
  expect(full.page.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
