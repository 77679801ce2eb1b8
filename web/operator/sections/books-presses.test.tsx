// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { checksPerPage, getBooks, getTrialBalance, listFundings, listTrialBalanceChecks } from '#contract/books.ts';
import { getGiving, listDisbursements } from '#contract/donations.ts';
import { listBalanceRoots, newestRoots, rootsPerPage } from '#contract/proofs.ts';
import { usdt } from '#core/money/amount.ts';
import { mountDesk, operatorServer, savedFiles, useConsoleInEnglish } from '../console.fixture.tsx';
import { Books } from './books.tsx';
import { Checks } from './trial-balance.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const at = Date.UTC(2026, 4, 1, 12);

const check = {
  ...{ at, isSound: true, differences: 0, tornTransfers: 0, unfounded: 0, tookMs: 12_000 },
  sums: [{ asset: 'USDT' as const, amount: '0.000000' }],
};
const unsound = {
  ...{ ...check, at: at - 1, isSound: false, differences: 3, tornTransfers: 2, unfounded: 1, tookMs: 900 },
  sums: [...check.sums, { asset: 'PTS' as const, amount: '-5' }],
};

const hex = (number: number) => String(number).padStart(64, '0');
const rootOf = (number: number) => ({
  ...{ number, at: at + number, members: 1_000 + number, total: usdt(BigInt(number) * 1_000_000n) },
  ...{ root: hex(number), digest: hex(1_000 + number), previous: hex(2_000 + number), key: hex(0), house: [] },
  ...{ signature: hex(3_000 + number).repeat(2), ...(number % 2 === 0 && { log: { acts: 40, head: hex(4_000) } }) },
});

function bookkeeping() {
  const server = operatorServer('auditor');
  server.answer(listFundings, []);
  server.answer(listDisbursements, []);
  server.loseConnection(getGiving);
  server.answer(getBooks, {
    at,
    house: [
      { name: 'market', balance: { asset: 'USDT', amount: '-12.500000' } },
      { name: 'prizePoints', balance: { asset: 'PTS', amount: '77' } },
    ],
  });
  server.answer(getTrialBalance, {
    at,
    rows: [
      { of: 'members', name: 'available', balance: { asset: 'USDT', amount: '20.000000' } },
      { of: 'house', name: 'rail', balance: { asset: 'USDT', amount: '-20.000000' } },
    ],
  });
  server.answerBy(listTrialBalanceChecks, ({ fields }) => (fields.unsound === '1' ? [unsound] : [check, unsound]));
  const roots = Array.from({ length: 100 }, (_, place) => rootOf(place + 1));
  server.answerBy(listBalanceRoots, ({ fields }) =>
    fields.after === undefined ? roots.slice(-newestRoots).reverse() : roots.slice(Number(fields.after)),
  );
  return server;
}

test('accounts stand under their names with sign and unit, a debit and a credit each on its side, and so in the files', async () => {
  bookkeeping();
  const files = savedFiles();
  const desk = mountDesk(<Books />);
  await expect
    .poll(() => desk.rows('Accounts of the house'))
    .toEqual([
      ['House: market', '−12.50 USDT'],
      ['House: prizes', '77 PTS'],
    ]);
  await expect
    .poll(() => desk.rows('Trial balance'))
    .toEqual([
      ['Members', 'Available', '', '20.00 USDT'],
      ['House', 'House: payment rail', '20.00 USDT', ''],
    ]);
  await desk.press('Save as CSV', 0);
  await desk.press('Save as CSV', 3);
  await expect.poll(files).toEqual([
    {
      name: 'house-accounts.csv',
      lines: ['"account","asset","balance"', '"market","USDT","-12.500000"', '"prizePoints","PTS","77"'],
    },
    {
      name: 'trial-balance.csv',
      lines: [
        '"of","account","asset","balance"',
        '"members","available","USDT","20.000000"',
        '"house","rail","USDT","-20.000000"',
      ],
    },
  ]);
});

test('a check that found something says so with its counts; alone on demand, and all of them in the file', async () => {
  bookkeeping();
  const files = savedFiles();
  const desk = mountDesk(<Checks />);
  const checks = () => desk.rows('Checks of the books').map((row) => row.slice(1));
  await expect.poll(checks).toEqual([
    ['Sound', '0.00 USDT', '0', '0', '0', '12s'],
    ['Not sound', '0.00 USDT−5 PTS', '3', '2', '1', '900 ms'],
  ]);
  await desk.user.click(desk.field('Only checks that found something'));
  await expect.poll(checks).toHaveLength(1);
  expect(checks()[0]?.[0]).toBe('Not sound');
  await desk.press('Save as CSV');
  await expect.poll(files).toHaveLength(1);
  expect(await files()).toEqual([
    {
      name: 'checks.csv',
      lines: [
        '"at","sound","sums","differences","torn transfers","without basis","took ms"',
        '"2026-05-01T11:59:59.999Z","false","0.000000 USDT -5 PTS","3","2","1","900"',
      ],
    },
  ]);
});

test('where no check found anything, that is said, and where none was made yet, that', async () => {
  bookkeeping().answer(listTrialBalanceChecks, []);
  const desk = mountDesk(<Checks />);
  await expect.poll(desk.words).toContain('Not measured yet');
  await desk.user.click(desk.field('Only checks that found something'));
  await expect.poll(desk.words).toContain('No check found anything.');
});

test('a full page of checks leads on from its last one', async () => {
  const server = bookkeeping();
  const many = Array.from({ length: checksPerPage }, (_, place) => ({ ...check, at: at - place }));
  server.answerBy(listTrialBalanceChecks, ({ fields }) => (fields.before ? [{ ...unsound, at: 1 }] : many));
  const desk = mountDesk(<Checks />);
  await expect.poll(() => desk.rows('Checks of the books')).toHaveLength(checksPerPage);
  await desk.press('Show more');
  await expect.poll(() => desk.rows('Checks of the books')).toHaveLength(checksPerPage + 1);
  expect(server.requestsTo(listTrialBalanceChecks).at(-1)?.fields).toEqual({ before: String(at - checksPerPage + 1) });
  expect(desk.hasButton('Show more')).toBe(false);
});

test('published proofs stand newest first with what was owed, page by page, and the file has all from the first', async () => {
  bookkeeping();
  const files = savedFiles();
  const desk = mountDesk(<Books />);
  const numbers = () => desk.rows('Published proofs of liabilities').map(([number]) => number);
  await expect.poll(numbers).toHaveLength(newestRoots);
  expect(numbers()[0]).toBe('100');
  const [even, odd] = desk.rows('Published proofs of liabilities');
  expect(even?.slice(2)).toEqual(['1,100', '100.00 USDT', hex(100), '40']);
  expect(odd?.slice(2)).toEqual(['1,099', '99.00 USDT', hex(99), '']);
  await desk.press('Next page');
  await expect.poll(() => numbers()[0]).toBe(String(100 - newestRoots));
  await desk.press('Next page');
  await expect.poll(numbers).toEqual(['4', '3', '2', '1']);
  await desk.press('Save as CSV', 5);
  await expect.poll(files).toHaveLength(1);
  const [file] = await files();
  expect(file?.name).toBe('roots.csv');
  expect(file?.lines.slice(0, 3)).toEqual([
    '"number","at","members","owed USDT","root","digest","previous","signature","log acts","log head"',
    `"1","2026-05-01T12:00:00.001Z","1001","1.000000","${hex(1)}","${hex(1001)}","${hex(2001)}","${hex(3001).repeat(2)}","",""`,
    `"2","2026-05-01T12:00:00.002Z","1002","2.000000","${hex(2)}","${hex(1002)}","${hex(2002)}","${hex(3002).repeat(2)}","40","${hex(4000)}"`,
  ]);
});

test('the file of published proofs has those of every page of the feed', async () => {
  const server = bookkeeping();
  const roots = Array.from({ length: rootsPerPage + 2 }, (_, place) => rootOf(place + 1));
  server.answerBy(listBalanceRoots, ({ fields: { after } }) =>
    after === undefined ? roots.slice(-newestRoots).reverse() : roots.slice(Number(after)).slice(0, rootsPerPage),
  );
  const files = savedFiles();
  const desk = mountDesk(<Books />);
  await expect.poll(() => desk.rows('Published proofs of liabilities')).toHaveLength(newestRoots);
  await desk.press('Save as CSV', 5);
  await expect.poll(files).toHaveLength(1);
  const [file] = await files();
  expect(file?.lines.slice(1).map((line) => Number(line.split('"')[1]))).toEqual(roots.map(({ number }) => number));
});
