// @vitest-environment happy-dom
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pageSize } from '#contract/fields.ts';
import { type BalanceProof, getBalanceProof, listBalanceRoots, type PublishedRoot } from '#contract/proofs.ts';
import { type AccountRecord, getPurse, listAccountRecords } from '#contract/wallet.ts';
import { points, usdt } from '#core/money/amount.ts';
import { memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import { noPrevious, signRoot } from '#core/proofs/root-feed.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { BooksCard } from './books-card.tsx';

const databases = memoryDatabases();

beforeAll(() => useLanguage('en'));
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
});

const hourMs = 3_600_000;
const at = new Date(2026, 4, 1, 10).getTime();
const tree = treeOf(
  [7_500_000n, 3_000_000n, 1_000_000n].map((balance, place) =>
    memberOf(`member0${place + 1}`, usdt(balance), { assistance: points(20n), promotion: points(1n) }),
  ),
);
const { node, leafCount } = tree.root;

/** The same tree, published hour by hour. */
function feedOf(count: number): PublishedRoot[] {
  const roots: PublishedRoot[] = [];
  for (let number = 1; number <= count; number++) {
    const statement = {
      ...{ number, at: at + number * hourMs, members: leafCount, root: bytesToHex(node.hash), total: usdt(node.sum) },
      house: [{ account: 'rail' as const, balance: usdt(-node.sum) }],
      points: {
        assistance: points(60n),
        promotion: points(3n),
        house: [{ account: 'sponsorPoints' as const, balance: points(-63n) }],
      },
      previous: roots.at(-1)?.digest ?? noPrevious,
    };
    roots.push({ ...signRoot(statement, new Uint8Array(32).fill(7)), ...statement });
  }
  return roots;
}

const [first, second] = feedOf(2) as [PublishedRoot, PublishedRoot];

function proofIn(published: PublishedRoot): BalanceProof {
  const { balance, points: owned, parts } = tree.own('member01');
  const copied = parts.map(({ path: { position, siblings }, ...part }) => ({
    ...part,
    path: { position, siblings: [...siblings] },
  }));
  return { published, balance, points: owned, parts: copied as unknown as BalanceProof['parts'] };
}

/** The member's 7.5 USDT and points came in the day before. */
const records = (
  [
    ['promotion', 'PTS', 1n],
    ['assistance', 'PTS', 20n],
    ['available', 'USDT', 7_500_000n],
  ] as const
).map(([account, asset, amount], place): AccountRecord => {
  const id = `${9 - place}-0-0`;
  const moved = { kind: 'depositConfirmed', reference: 'T1', transferId: String(9 - place), at: at - 24 * hourMs };
  return { id, account, asset, amount, balance: amount, ...moved } as unknown as AccountRecord;
});

function serverOf(roots: readonly PublishedRoot[], proof: PublishedRoot = roots.at(-1) as PublishedRoot): FakeServer {
  const server = fakeServer();
  server.answer(getBalanceProof, proofIn(proof));
  answerRoots(server, roots);
  server.answer(listAccountRecords, records);
  server.answer(getPurse, records.map(({ account, asset, amount }) => ({ account, asset, balance: amount })) as never);
  return server;
}

/** Newest first, or those after a number. */
function answerRoots(server: FakeServer, roots: readonly PublishedRoot[]): void {
  server.answerBy(listBalanceRoots, ({ fields: { after } }) =>
    after === undefined ? roots.toReversed() : roots.filter(({ number }) => number > Number(after)),
  );
}

const card = <BooksCard username="member01" />;

test('a balance that is in the tree is shown with its points and its root; the next look holds both against what was kept', async () => {
  const server = serverOf([first]);
  const { page, container, user } = mount(card);
  const words = () => container.textContent ?? '';
  expect(words()).toContain('Recomputing on this phone');
  await expect.poll(words).toContain('Included, sums match, and so do your own records');
  expect(words()).toMatch(/^Your balance is in the books/);
  const short = `${first.root.slice(0, 4)}…${first.root.slice(-4)}`;
  expect(words()).toMatch(new RegExp(`Root ${short}.*May 1, 11:00.*recomputed on this phone`));
  expect(words()).toContain('7.500000 USDT were yours at that moment');
  expect(words()).toContain('20 assistance points and 1 promotion point were yours');
  expect(words()).toContain('This phone had kept no root before');
  expect(words()).not.toContain('Your records lead back');
  expect(page.queryByRole('alert')).toBeNull();
  expect(page.getByRole('link', { name: 'All published roots' }).getAttribute('href')).toBe('/proofs');

  answerRoots(server, [first, second]);
  server.answer(getBalanceProof, proofIn(second));
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect.poll(words).toContain('May 1, 12:00');
  expect(words()).toMatch(/Follows the roots that this phone has kept since .*11:00/);
  expect(words()).toMatch(/Your records lead back to the balances that this phone kept at .*Apr.* 30/);
  expect(server.requestsTo(listBalanceRoots).map(({ fields }) => fields.after)).toEqual([undefined, '0']);
});

test('a balance that the records do not make is shown as such with both values, and nothing is kept of it', async () => {
  const server = serverOf([first]);
  server.answer(getPurse, [{ account: 'available', asset: 'USDT', balance: 6_500_000n }] as never);
  server.answer(listAccountRecords, [{ ...records[2], amount: 6_500_000n, balance: 6_500_000n } as AccountRecord]);
  const { page, container, user } = mount(card);
  const alert = await page.findByRole('alert');
  expect(container.textContent).toMatch(/^Your balance could not be verified/);
  expect(alert.textContent).toMatch(/^Recomputed on this phone, the tree comes out differently.*Your own records/);
  expect(container.textContent).not.toMatch(/Included|had kept no root/);
  expect(container.textContent).toMatch(/Published7\.500000On this phone6\.500000/);
  expect(container.textContent).toMatch(/Publishedassistance 20On this phoneassistance 0/);

  server.answer(listAccountRecords, records);
  server.answer(getPurse, records.map(({ account, asset, amount }) => ({ account, asset, balance: amount })) as never);
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect.poll(() => container.textContent).toContain('Included');
  expect(container.textContent).not.toContain('Your records lead back');
});

test('who is not in the tree yet is told so; with a record that is older than the tree it is a contradiction', async () => {
  const server = serverOf([first]);
  server.refuse(getBalanceProof, 'balanceNotInTree', 'ignored');
  server.answer(listAccountRecords, []);
  server.answer(getPurse, []);
  const { page, container, user } = mount(card);
  await expect.poll(() => container.textContent).toContain('had kept no root before');
  expect(container.textContent).toMatch(/^Your balance is in the books./);
  expect(container.textContent).not.toMatch(/Included|were yours|Recomputing/);
  expect(page.queryByRole('alert')).toBeNull();
  server.answer(listAccountRecords, records);
  server.answer(getPurse, records.map(({ account, asset, amount }) => ({ account, asset, balance: amount })) as never);
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  expect((await page.findByRole('alert')).textContent).toMatch(/not in the tree, although.*-.*2026-04-30T.*7\.500000/);
});

test('before the first tree there is nothing to hold against; what fails or cannot be accepted is said, and can be tried again', async () => {
  const server = serverOf([first]);
  server.refuse(getBalanceProof, 'internalError', 'Something failed');
  const { page, container, user } = mount(card);
  const again = () => user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect.poll(() => container.textContent).toContain('Something failed');
  expect(container.textContent).not.toContain('Recomputing');
  server.refuse(getBalanceProof, 'balanceNotInTree', 'ignored');
  server.answer(listBalanceRoots, []);
  await again();
  await expect.poll(() => container.textContent).toContain('had kept no root before');
  expect(server.requestsTo(getPurse)).toEqual([]);
  expect(page.queryByRole('alert')).toBeNull();
});

test('a check that fails after one that matched is said: what is shown is of the one before', async () => {
  const server = serverOf([first]);
  const { page, container, user } = mount(card);
  await expect.poll(() => container.textContent).toContain('Included');
  server.refuse(getBalanceProof, 'internalError', 'Something failed');
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  expect((await page.findByRole('alert')).textContent).toBe('Something failed');
  server.answer(getBalanceProof, proofIn(first));
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect.poll(() => page.queryByRole('alert')).toBeNull();
  expect(container.textContent).toContain('Included');
});

test('all roots withdrawn are no sound books, whatever is said of the member', async () => {
  const server = serverOf([first]);
  const { page, container, user } = mount(card);
  await expect.poll(() => container.textContent).toContain('Included');
  server.refuse(getBalanceProof, 'balanceNotInTree', 'ignored');
  server.answer(listBalanceRoots, []);
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  const alert = await page.findByRole('alert', {}, { timeout: 4_000 });
  expect(alert.textContent).toContain('Root kept on this phone: no longer published');
});

test('a proof in an older tree than the newest is asked for again, and is none then', async () => {
  const server = serverOf([first, second], first);
  const { page, container, user } = mount(card);
  const alert = await page.findByRole('alert');
  expect(alert.textContent).toMatch(/Root in public.*2.*1/);
  expect(server.requestsTo(getBalanceProof)).toHaveLength(2);
  expect(container.textContent).not.toContain('Included');
  // One that was published between the two reads.
  let reads = 0;
  server.answerBy(getBalanceProof, () => proofIn(++reads === 1 ? first : second));
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect.poll(() => container.textContent).toContain('Included');
  expect(reads).toBe(2);
  // And one between the second two: the feed is read again, up to the root that the proof leads to.
  const roots = feedOf(4);
  answerRoots(server, roots.slice(0, 3));
  server.answerBy(getBalanceProof, () => {
    if (++reads === 3) return proofIn(second);
    answerRoots(server, roots);
    return proofIn(roots[3] as PublishedRoot);
  });
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect.poll(() => reads).toBe(4);
  const isBusy = () => page.getByRole('button', { name: 'Check my balance now' }).getAttribute('aria-busy');
  await expect.poll(isBusy).toBeNull();
  expect(page.queryByRole('alert')).toBeNull();
  expect(container.textContent).toContain('Included');
  answerRoots(server, [first, second]);
  // Who is in the older tree alone is left out.
  server.answerBy(getBalanceProof, () => {
    server.refuse(getBalanceProof, 'balanceNotInTree', 'ignored');
    return proofIn(first);
  });
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  expect((await page.findByRole('alert')).textContent).toContain('not in the tree, although');
});

test('the kept transfer is found on the page after one that was dated earlier and committed later', async () => {
  const server = serverOf([first]);
  const { container, user, page } = mount(card);
  await expect.poll(() => container.textContent).toContain('Included');
  // 20 movements that come to nothing, the two oldest of them dated a second before the newest kept one.
  const [newest] = records as [AccountRecord, ...AccountRecord[]];
  const later = Array.from({ length: pageSize }, (_, place): AccountRecord => {
    const amount = place % 2 === 0 ? -1n : 1n;
    const isOlder = place >= pageSize - 2;
    return {
      ...{ ...newest, id: `${60 - place}-0-0`, transferId: String(60 - place), asset: 'USDT', account: 'available' },
      ...{
        amount,
        balance: 7_500_000n + (amount > 0n ? 1n : 0n),
        at: isOlder ? newest.at - 1_000 : first.at + hourMs,
      },
    } as AccountRecord;
  });
  server.answerBy(listAccountRecords, ({ fields: { before } }) => (before === undefined ? later : records));
  await user.click(page.getByRole('button', { name: 'Check my balance now' }));
  await expect
    .poll(() => server.requestsTo(listAccountRecords).some(({ fields }) => fields.before === '41-0-0'))
    .toBe(true);
  await expect.poll(() => container.textContent).toContain('Your records lead back to the balances');
  expect(page.queryByRole('alert')).toBeNull();
});

test('records that a server sends again without an end are not accepted, and the reason is said', async () => {
  const server = serverOf([first]);
  const page = Array.from({ length: pageSize }, (_, place): AccountRecord => {
    return { ...(records[2] as AccountRecord), id: `${place + 1}-0-0`, at: first.at + hourMs };
  });
  server.answer(listAccountRecords, page);
  const { container } = mount(card);
  const last = `${pageSize}-0-0`;
  await expect.poll(() => container.textContent).toContain(`nothing of it was used: records before ${last}: 1-0-0`);
  expect(server.requestsTo(listAccountRecords).map(({ fields }) => fields.before)).toEqual([undefined, last]);
});

test('a node that is a moment behind is asked again, twice at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = serverOf([first, second]);
  let reads = 0;
  server.answerBy(listBalanceRoots, () => (++reads === 3 ? [first, second] : [first]));
  const { container, unmount } = mount(card);
  await vi.advanceTimersByTimeAsync(1_150);
  expect(reads).toBe(2);
  expect(container.textContent).toContain('Recomputing');
  await vi.advanceTimersByTimeAsync(1_150);
  expect(reads).toBe(3);
  expect(container.textContent).toContain('Included');
  unmount();
});
