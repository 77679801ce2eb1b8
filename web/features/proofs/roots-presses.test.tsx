// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { listBalanceRoots, newestRoots, type PublishedRoot } from '#contract/proofs.ts';
import { feedOf } from '#core/proofs/root-feed.fixture.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { keptRoots } from '#web/platform/kept-roots.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { RootsList } from './roots-list.tsx';

const databases = memoryDatabases();
const roots = feedOf(52) as PublishedRoot[];

beforeAll(() => useLanguage('en'));
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The newest ones, newest first, or those after a number, as the server pages them. */
function answerRoots(server: FakeServer, all: readonly PublishedRoot[]): void {
  server.answerBy(listBalanceRoots, ({ fields: { after } }) =>
    after === undefined ? all.toReversed().slice(0, newestRoots) : all.filter(({ number }) => number > Number(after)),
  );
}

test('the newest root is shown with its sums, its house and its log; those before it in short, and what is kept can be saved', async () => {
  const server = fakeServer();
  answerRoots(server, roots.slice(0, 51));
  const { page, container, user, unmount } = mount(<RootsList />);
  const words = () => container.textContent ?? '';
  await expect.poll(words).toContain('This phone had kept no root before');
  const newest = roots[50] as PublishedRoot;
  for (const hash of [newest.root, newest.digest, newest.key, newest.log?.head ?? '-']) expect(words()).toContain(hash);
  expect(words()).toMatch(
    /Members4Owed to members3\.500000All house accounts−3\.500000Together0\.000000The books balance/,
  );
  expect(words()).toContain('Log of the operators: 51 acts');
  expect(words()).toMatch(/The house at the same moment.*−9\.500000.*6\.000000/);
  expect(words()).toMatch(/Points of members.*120.*30All house accounts of points−150Together0Points balance/);
  const earlier = page.getByRole('list', { name: 'Earlier roots' });
  expect(earlier.querySelectorAll('li')).toHaveLength(47);
  expect(earlier.textContent).toMatch(/3\.500000 USDT\s· members: 4/);
  expect(earlier.textContent).not.toContain(`${newest.root.slice(0, 4)}…${newest.root.slice(-4)}`);
  expect(page.queryByRole('alert')).toBeNull();

  const saved = Promise.withResolvers<string>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as Blob).text().then(saved.resolve);
    return 'blob:it';
  });
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(page.getByRole('button', { name: 'Save the roots kept here' }));
  const kept = roots.slice(3, 51);
  expect(JSON.parse(await saved.promise)).toEqual({ info: z.encode(listBalanceRoots.output, kept) });
  expect((pressed.mock.contexts[0] as HTMLAnchorElement).download).toBe('clearlot-roots.json');
  unmount();
  queryClient.clear();

  answerRoots(server, roots);
  mount(<RootsList />);
  await expect.poll(() => document.body.textContent).toContain('Follows the roots that this phone has kept since');
  expect(server.requestsTo(listBalanceRoots).map(({ fields }) => fields.after)).toEqual([undefined, '3']);
  expect(document.body.textContent).toContain('Log of the operators: 52 acts');
});

test('roots that are others than this phone has kept are shown as a contradiction, the first six of them, and books that do not balance as such', async () => {
  const server = fakeServer();
  answerRoots(server, roots.slice(0, 12));
  const first = mount(<RootsList />);
  await expect.poll(() => first.container.textContent).toContain('had kept no root before');
  first.unmount();
  queryClient.clear();
  answerRoots(server, feedOf(12, { from: 3, rail: -9_500_001n, sponsorPoints: -149n }) as PublishedRoot[]);
  const { page, container } = mount(<RootsList />);
  await expect.poll(() => container.textContent).toContain('contradict themselves or this phone');
  const alert = page.getByRole('alert');
  expect(alert.querySelectorAll('li')).toHaveLength(6);
  expect(alert.textContent).toMatch(/\d+ more differences$/);
  expect(container.textContent).toMatch(/Together−0\.000001The books do not balance.*Together1Points do not balance/);
  expect(container.textContent).toContain('Root kept on this phone: the published one is another');
});

test('one difference more than is shown is counted as one', async () => {
  const server = fakeServer();
  answerRoots(server, roots.slice(0, 9));
  const first = mount(<RootsList />);
  await expect.poll(() => first.container.textContent).toContain('had kept no root before');
  first.unmount();
  queryClient.clear();
  answerRoots(server, feedOf(9, { from: 3, members: 5 }) as PublishedRoot[]);
  const { container } = mount(<RootsList />);
  await expect.poll(() => container.textContent).toContain('1 more difference');
  expect(container.textContent).not.toContain('1 more differences');
});

test('without a root the page says when the first one comes; without a database that nothing was compared; a failure can be tried again', async () => {
  const server = fakeServer();
  server.refuse(listBalanceRoots, 'internalError', 'Something failed');
  const { page, container, user, unmount } = mount(<RootsList />);
  await page.findByText('Something failed');
  server.answer(listBalanceRoots, []);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await page.findByText('The first one comes within the hour.');
  expect(container.textContent).not.toContain('Save the roots');
  unmount();
  queryClient.clear();
  vi.spyOn(keptRoots, 'read').mockResolvedValue(null);
  vi.spyOn(keptRoots, 'update').mockResolvedValue(false);
  answerRoots(server, roots.slice(0, 1));
  const unkept = mount(<RootsList />);
  await expect.poll(() => unkept.container.textContent).toContain('This browser keeps no data');
  expect(unkept.container.textContent).not.toContain('Earlier roots');
});

test('the roots are looked at again every minute, and stay where what comes later cannot be accepted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  answerRoots(server, roots.slice(0, 1));
  const { container } = mount(<RootsList />);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(container.textContent).toContain('Log of the operators: 1 act,');
  answerRoots(server, roots.slice(0, 2));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(container.textContent).toContain('Log of the operators: 2 acts,');
  const fetched = vi.fn(async () => new Response('no JSON'));
  vi.stubGlobal('fetch', fetched);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(fetched).toHaveBeenCalled();
  expect(container.textContent).toContain('Log of the operators: 2 acts,');
});

test('a kept root that is missing on a node that is a moment behind is looked for again before it is called withdrawn', async () => {
  const server = fakeServer();
  answerRoots(server, roots.slice(0, 2));
  const first = mount(<RootsList />);
  await expect.poll(() => first.container.textContent).toContain('had kept no root before');
  first.unmount();
  queryClient.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  answerRoots(server, roots.slice(0, 1));
  const { container } = mount(<RootsList />);
  await vi.advanceTimersByTimeAsync(500);
  expect(container.textContent).toBe('');
  answerRoots(server, roots.slice(0, 2));
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => container.textContent).toContain('Follows the roots that this phone has kept');
  expect(container.textContent).not.toContain('no longer published');
});
