// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changeClientSeed, getEntries, type OwnDay } from '#contract/draws.ts';
import { prizeTable } from '#core/draws/prizes.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { OwnSeed } from './own-seed.tsx';
import { useGetEntries } from './queries.ts';

const databases = memoryDatabases();
beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
  session.signIn('newcomer7');
});
afterEach(() => {
  databases.forget();
  session.signOut();
});

const day: OwnDay = {
  ...{ prizes: prizeTable, published: null, isOpen: true, excludedUntil: null, clientSeed: null, next: 1, endsAt: 0 },
  entries: [],
};

function Page() {
  const { data } = useGetEntries();
  return data ? <OwnSeed day={data} /> : null;
}

const foreign = /^This phone has no record of making this seed/;

test('a seed that was set on this phone is known to it, also where its answer was lost; another one is said to be none of its own', async () => {
  const server = fakeServer();
  server.answer(getEntries, day);
  const { page, user, rerender } = mount(<Page />);
  await user.click(await page.findByRole('button', { name: /makes it with your first draw/ }));
  server.loseConnection(changeClientSeed);
  await user.click(page.getByRole('button', { name: 'Make a new one' }));
  await expect.poll(() => server.requestsTo(changeClientSeed).length).toBe(1);
  const own = server.requestsTo(changeClientSeed)[0]?.fields.seed as string;
  const show = async (clientSeed: string) => {
    server.answer(getEntries, { ...day, clientSeed });
    rerender(null);
    const asked = server.requestsTo(getEntries).length;
    vi.setSystemTime(Date.now() + 60_000);
    rerender(<Page />);
    await expect.poll(() => server.requestsTo(getEntries).length).toBe(asked + 1);
    await expect.poll(() => page.queryAllByText(clientSeed).length).toBeGreaterThan(0);
  };
  await show('c0ffee00'.repeat(4));
  await expect.poll(() => page.queryByText(foreign)).toBeTruthy();
  await show(own);
  await expect.poll(() => page.queryByText(foreign)).toBeNull();
  vi.useRealTimers();
});

test('a seed of another device is no more remarked on once the member has said that it is their own', async () => {
  const server = fakeServer();
  server.answer(getEntries, { ...day, clientSeed: 'cd'.repeat(16) });
  const first = mount(<Page />);
  await first.user.click(await first.page.findByRole('button', { name: 'It is mine' }));
  await expect.poll(() => first.page.queryByText(foreign)).toBeNull();
  first.unmount();
  session.signIn('other88');
  const second = mount(<Page />);
  await expect.poll(() => second.page.queryByText(foreign)).toBeTruthy();
});

test('what another member of this phone has set is not this one’s, and without a database nothing is said', async () => {
  const server = fakeServer();
  const own = 'ab'.repeat(16);
  server.answer(getEntries, { ...day, clientSeed: own });
  server.answer(changeClientSeed, { clientSeed: own });
  const { keepOwnSeed } = await import('./own-seeds.ts');
  await keepOwnSeed('other88', own);
  const first = mount(<Page />);
  await expect.poll(() => first.page.queryByText(foreign)).toBeTruthy();
  first.unmount();
  vi.stubGlobal('indexedDB', undefined);
  session.signIn('third999');
  const second = mount(<Page />);
  await expect.poll(() => second.page.queryAllByText(own).length).toBeGreaterThan(0);
  expect(second.page.queryByText(foreign)).toBeNull();
});

test('what a page of a newer version keeps of seeds on the same phone is not lost by this one', async () => {
  const { keepOwnSeed, isOwnSeed } = await import('./own-seeds.ts');
  databases.leave('clearlot-own-seeds', 'newcomer7', [{ v2: 'first' }, 'ab'.repeat(16)]);
  expect(await isOwnSeed('newcomer7', 'ab'.repeat(16))).toBe(true);
  await keepOwnSeed('newcomer7', 'cd'.repeat(16));
  expect(databases.kept('clearlot-own-seeds', 'newcomer7')).toHaveLength(3);
});
