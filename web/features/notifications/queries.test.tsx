import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getNotificationSettings, type NotificationSettings } from '#contract/notifications.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { answer, used, useLanguage } from '#web/ui/shown.fixture.tsx';
import { useChangeNotificationSettings } from './queries.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => vi.unstubAllGlobals());

const settings: NotificationSettings = {
  plans: true,
  deposits: true,
  withdrawals: true,
  financing: true,
  rounds: true,
  draws: true,
  team: true,
  amounts: false,
  pushKey: '',
  devices: [],
};

test('a switch shows what the server answered as soon as it has, not what it was before until the settings are read again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: true, info: '', url: { ...settings, deposits: false } }));
  answer(getNotificationSettings, {}, settings, null);
  await used(useChangeNotificationSettings).mutateAsync({ setting: 'deposits', on: false });
  expect(queryClient.getQueryData(readKey(getNotificationSettings, {}, null))).toEqual({
    ...settings,
    deposits: false,
  });
});
