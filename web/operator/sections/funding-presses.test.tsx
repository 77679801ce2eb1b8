// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { type Funding, fundingsPerPage, listFundings, proposeFunding } from '#contract/books.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { usdt } from '#core/money/amount.ts';
import { mountDesk, operatorServer, savedFiles, useConsoleInEnglish } from '../console.fixture.tsx';
import { useListApprovals } from '../queries/operators.ts';
import { Fundings } from './funding.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const funding: Funding = {
  ...{ id: '0000000000000001', account: 'prizes', amount: usdt(1_500_000_000n), reason: 'May', askedBy: 'anna' },
  ...{ askedAt: Date.UTC(2026, 4, 1), approvedBy: ['anna'], refusal: null, state: 'waiting', fundedAt: null },
};

/** What the menu counts. */
function Waiting(): null {
  useListApprovals();
  return null;
}

test('a funding is asked for with what was chosen and typed, once, and again under its key after a lost response', async () => {
  const server = operatorServer('finance');
  server.answer(listFundings, []);
  server.answer(listApprovals, []);
  const desk = mountDesk(
    <>
      <Fundings />
      <Waiting />
    </>,
  );
  await expect.poll(desk.words).toContain('No funding was asked for yet.');
  expect(desk.field('Amount').inputMode).toBe('decimal');
  await desk.choose('Fund', 'yield');
  expect(desk.button('Ask for the funding').disabled).toBe(true);
  await desk.write('Amount', '12.5');
  await desk.write('Reason', 'ab');
  expect(desk.button('Ask for the funding').disabled).toBe(true);
  await desk.user.keyboard('{Enter}');
  await desk.write('Reason', ' interest of May ');
  expect(desk.button('Ask for the funding').disabled).toBe(false);
  expect(server.requestsTo(proposeFunding)).toEqual([]);

  server.loseConnection(proposeFunding);
  await desk.press('Ask for the funding');
  await expect.poll(desk.alerts).toHaveLength(1);
  expect(desk.field('Amount').value).toBe('12.5');
  const held = server.hold(proposeFunding, { id: funding.id });
  const looks = server.requestsTo(listApprovals).length;
  server.answer(listFundings, [funding]);
  await desk.press('Ask for the funding');
  await desk.press('Ask for the funding');
  await desk.user.type(desk.field('Reason'), '{Enter}');
  held.release();
  await expect.poll(desk.toast).toBe('Asked for: a second operator has to approve it');
  expect([desk.field('Amount').value, desk.field('Reason').value]).toEqual(['', '']);
  await expect.poll(() => desk.rows('Fundings asked for')).toHaveLength(1);
  await expect.poll(() => server.requestsTo(listApprovals).length).toBeGreaterThan(looks);
  const [lost, again, ...more] = server.requestsTo(proposeFunding);
  expect(more).toEqual([]);
  expect(again?.fields).toEqual({ account: 'yield', amount: '12.500000', reason: 'interest of May' });
  expect(again?.idempotencyKey).toMatch(/^[\w-]{16,}$/);
  expect(lost?.idempotencyKey).toBe(again?.idempotencyKey);
});

test('each funding stands with its own account, amount, who approved and what came of it; a full page leads to older ones', async () => {
  const server = operatorServer('auditor');
  const rows: Funding[] = [
    { ...funding, id: 'A000000000000002', approvedBy: ['anna', 'bert'], state: 'made', fundedAt: Date.UTC(2026, 4, 2) },
    { ...funding, account: 'rounds', state: 'refused', refusal: { operator: 'carl', reason: 'too much' } },
    ...Array.from(
      { length: fundingsPerPage - 2 },
      (_, place): Funding => ({
        ...{ ...funding, id: String(place).padStart(16, 'B'), amount: usdt(0n), state: 'lapsed' },
      }),
    ),
  ];
  server.answerBy(listFundings, ({ fields }) => (fields.before ? rows.slice(0, 1) : rows));
  const files = savedFiles();
  const desk = mountDesk(<Fundings />);
  const table = () => desk.rows('Fundings asked for');
  await expect.poll(table).toHaveLength(fundingsPerPage);
  expect(desk.hasButton('Ask for the funding')).toBe(false);
  const [made, refused] = table();
  expect(made?.slice(1, 6)).toEqual(['A000000000000002', 'House: prizes', '1,500.00 USDT', 'May', 'anna, bert']);
  expect(made?.[6]).toMatch(/^Posted .*2026/);
  expect(refused?.slice(2)).toEqual(['House: rounds', '1,500.00 USDT', 'May', 'anna', 'Refused · carl: too much']);

  await desk.press('Save as CSV');
  await expect.poll(files).toHaveLength(1);
  const [file] = await files();
  expect(file?.name).toBe('fundings.csv');
  expect(file?.lines.slice(0, 3)).toEqual([
    '"asked at","number","account","amount USDT","reason","asked by","approved by","state","funded at"',
    '"2026-05-01T00:00:00.000Z","A000000000000002","prizes","1500.000000","May","anna","anna bert","made","2026-05-02T00:00:00.000Z"',
    '"2026-05-01T00:00:00.000Z","0000000000000001","rounds","1500.000000","May","anna","anna","refused",""',
  ]);
  expect(file?.lines).toHaveLength(1 + fundingsPerPage + 1);

  await desk.press('Next page');
  await expect.poll(table).toHaveLength(1);
  expect(server.requestsTo(listFundings).at(-1)?.fields).toEqual({ before: rows.at(-1)?.id });
  expect(desk.hasButton('Next page')).toBe(false);
  await desk.press('First page');
  await expect.poll(table).toHaveLength(fundingsPerPage);
});
