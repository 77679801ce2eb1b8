// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { type Disbursement, disbursementsPerPage, getGiving, listDisbursements } from '#contract/donations.ts';
import { listCauses, proposeDisbursement } from '#contract/donations-operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { usdt } from '#core/money/amount.ts';
import { mountDesk, operatorServer, savedFiles, useConsoleInEnglish } from '../console.fixture.tsx';
import { useListApprovals } from '../queries/operators.ts';
import { Disbursements } from './disbursements.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const textsOf = (name: string) => {
  const text = { name, about: '' };
  return { en: text, zh: { name: `${name} zh`, about: '' }, tc: text, jp: text };
};

const causes = [
  { id: 'water', texts: textsOf('Water') },
  { id: 'school', texts: textsOf('School') },
];

const giving = {
  points: { received: 1_200n, disbursed: 700n, unspent: 500n } as never,
  usdt: { received: usdt(9_000_000n), disbursed: usdt(1_500_000n), unspent: usdt(7_500_000n) },
  ...{ causes: [], donors: [] },
};

const made = {
  ...{ id: '000000000000000D', cause: textsOf('Water'), asset: 'USDT', amount: 1_500_000n },
  ...{ receipt: 'https://receipts.test/1', at: Date.UTC(2026, 4, 3) },
} satisfies Disbursement;

function charity(role: 'finance' | 'auditor') {
  const server = operatorServer(role);
  server.answer(getGiving, giving);
  server.answer(listCauses, causes);
  server.answer(listDisbursements, [made, { ...made, id: '000000000000000C', asset: 'PTS', amount: 200n }]);
  return server;
}

/** What the menu counts. */
function Waiting(): null {
  useListApprovals();
  return null;
}

test('a disbursement of no more than is unspent is asked for, in its asset, to its cause, once and under one key', async () => {
  const server = charity('finance');
  server.answer(listApprovals, []);
  const desk = mountDesk(
    <>
      <Disbursements />
      <Waiting />
    </>,
  );
  await expect.poll(() => desk.hasButton('Ask for the disbursement')).toBe(true);
  const figures = ['Points received', 'Points disbursed', 'Points unspent', 'USDT received', 'USDT disbursed'];
  expect([...figures, 'USDT unspent'].flatMap(desk.facts)).toEqual([
    ...['1,200 PTS', '700 PTS', '500 PTS', '9.00 USDT', '1.50 USDT', '7.50 USDT'],
  ]);
  expect(desk.field('Amount to disburse').inputMode).toBe('decimal');
  const ask = () => desk.button('Ask for the disbursement');
  await desk.write('Receipt, as it is published', '  https://receipts.test/2 ');
  await desk.write('Amount to disburse', '５０１');
  expect(desk.alerts()).toEqual(['The charity does not hold that much that is not disbursed yet']);
  expect(ask().disabled).toBe(true);
  await desk.user.keyboard('{Enter}');
  await desk.write('Amount to disburse', '500');
  expect([ask().disabled, desk.alerts().length]).toEqual([false, 0]);
  await desk.press('USDT');
  expect(ask().disabled).toBe(true);
  await desk.write('Amount to disburse', '７.5');
  await desk.choose('Cause', 'school');
  expect(server.requestsTo(proposeDisbursement)).toEqual([]);

  server.loseConnection(proposeDisbursement);
  await desk.press('Ask for the disbursement');
  await expect.poll(desk.alerts).toHaveLength(1);
  const held = server.hold(proposeDisbursement, { id: '1' });
  const [reads, waiting] = [server.requestsTo(getGiving).length, server.requestsTo(listApprovals).length];
  await desk.press('Ask for the disbursement');
  await desk.user.type(desk.field('Receipt, as it is published'), '{Enter}');
  held.release();
  await expect.poll(desk.toast).toBe('Asked for: a second operator has to approve it');
  expect([desk.field('Amount to disburse').value, desk.field('Receipt, as it is published').value]).toEqual(['', '']);
  await expect.poll(() => server.requestsTo(getGiving).length).toBeGreaterThan(reads);
  await expect.poll(() => server.requestsTo(listApprovals).length).toBeGreaterThan(waiting);
  const sent = server.requestsTo(proposeDisbursement);
  expect(sent.map(({ fields }) => fields)).toEqual(
    Array(2).fill({ cause: 'school', asset: 'USDT', amount: '7.5', receipt: 'https://receipts.test/2' }),
  );
  expect(sent[0]?.idempotencyKey).toMatch(/^[\w-]{16,}$/);
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
});

test('the first cause is chosen at first, and a refusal says why', async () => {
  const server = charity('finance');
  const desk = mountDesk(<Disbursements />);
  await expect.poll(() => desk.hasButton('Ask for the disbursement')).toBe(true);
  await desk.write('Receipt, as it is published', 'https://receipts.test/3');
  await desk.write('Amount to disburse', '1');
  server.refuse(proposeDisbursement, 'causeClosed', 'This cause is closed');
  await desk.press('Ask for the disbursement');
  await expect.poll(desk.alerts).toEqual(['This cause is closed']);
  expect(server.requestsTo(proposeDisbursement)[0]?.fields).toMatchObject({ cause: 'water', asset: 'PTS' });
});

test('without a cause there is no form', async () => {
  charity('finance').answer(listCauses, []);
  const desk = mountDesk(<Disbursements />);
  await expect.poll(desk.words).toContain('No cause is named yet.');
  expect(desk.hasButton('Ask for the disbursement')).toBe(false);
});

test('to an operator who may not move money, what was disbursed stands with number, cause, amount and receipt, on the page and in the file', async () => {
  charity('auditor');
  const files = savedFiles();
  const desk = mountDesk(<Disbursements />);
  await expect.poll(() => desk.rows('Disbursements made')).toHaveLength(2);
  expect(desk.rows('Disbursements made').map((row) => row.slice(1))).toEqual([
    ['000000000000000D', 'Water', '1.50 USDT', 'https://receipts.test/1'],
    ['000000000000000C', 'Water', '200 PTS', 'https://receipts.test/1'],
  ]);
  expect(desk.hasButton('Ask for the disbursement')).toBe(false);
  await desk.press('Save as CSV');
  await expect.poll(files).toHaveLength(1);
  expect(await files()).toEqual([
    {
      name: 'disbursements.csv',
      lines: [
        '"at","number","cause","amount","asset","receipt"',
        '"2026-05-03T00:00:00.000Z","000000000000000D","Water","1.500000","USDT","https://receipts.test/1"',
        '"2026-05-03T00:00:00.000Z","000000000000000C","Water","200","PTS","https://receipts.test/1"',
      ],
    },
  ]);
});

test('the file of disbursements has those of every page', async () => {
  const server = charity('auditor');
  const all = Array.from({ length: disbursementsPerPage + 2 }, (_, place) => ({
    ...made,
    id: String(999 - place).padStart(16, '0'),
  }));
  server.answerBy(listDisbursements, ({ fields: { before } }) =>
    all.filter(({ id }) => before === undefined || id < before).slice(0, disbursementsPerPage),
  );
  const files = savedFiles();
  const desk = mountDesk(<Disbursements />);
  await expect.poll(() => desk.hasButton('Save as CSV')).toBe(true);
  await desk.press('Save as CSV');
  await expect.poll(files).toHaveLength(1);
  const [file] = await files();
  expect(file?.lines.slice(1).map((line) => line.split('"')[3])).toEqual(all.map(({ id }) => id));
});
