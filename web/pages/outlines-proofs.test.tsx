// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listBalanceRoots, newestRoots, type PublishedRoot } from '#contract/proofs.ts';
import { feedOf } from '#core/proofs/root-feed.fixture.ts';
import { Differences, FeedLine } from '#web/features/proofs/check-result.tsx';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { Page } from './proofs.tsx';
import { now } from './samples-market.fixture.ts';

const databases = memoryDatabases();
const roots = feedOf(7) as PublishedRoot[];

let server: FakeServer;
const answerRoots = (all: readonly PublishedRoot[]): void =>
  server.answerBy(listBalanceRoots, ({ fields: { after } }) =>
    after === undefined ? all.toReversed().slice(0, newestRoots) : all.filter(({ number }) => number > Number(after)),
  );
asMember((opened) => {
  server = opened;
  answerRoots(roots);
});
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => databases.forget());

const opened = () => openedPage(<Page />, '/proofs');

test('the published roots on a phone that kept none before, to a visitor', async () => {
  session.signOut();
  const { container, shown, user, went } = opened();
  await shown('had kept no root before');
  await expectOutline(container);
  await user.click(container.querySelector('header > button') as Element);
  expect(went).toEqual(['/login']);
});

test('the published roots, one of which was changed', async () => {
  answerRoots(roots.map((root) => (root.number === 5 ? { ...root, members: root.members + 3 } : root)));
  const { container, shown } = opened();
  await shown('comes out differently');
  await expectOutline(container);
});

test('no published root', async () => {
  answerRoots([]);
  await expectOutline(opened().container);
});

test('the published roots, refused', async () => {
  server.refuse(listBalanceRoots, 'internalError', 'No roots now');
  await expectOutline(opened().container);
});

test('differences of every kind of field, of which six are shown, and what the roots were compared with', async () => {
  const fields = [
    ...(['root', 'total', 'path', 'parts', 'published', 'books', 'records', 'leftOut', 'kept', 'digest'] as const),
    ...(['signature', 'chain', 'log', 'key', 'fork', 'withdrawn'] as const),
  ];
  const differences = fields.map((field, place) => ({
    field,
    claimed: `claimed ${place}`,
    computed: `computed ${place}`,
  }));
  const feed = { keptSince: now, isKept: true } as Parameters<typeof FeedLine>[0]['feed'];
  const { container } = mount(
    <>
      <Differences differences={differences} />
      <Differences differences={differences.slice(6, 12)} />
      <Differences differences={differences.slice(12)} />
      <FeedLine feed={feed} />
      <FeedLine feed={{ ...feed, keptSince: null }} />
      <FeedLine feed={{ ...feed, isKept: false }} />
    </>,
  );
  await expectOutline(container);
});
