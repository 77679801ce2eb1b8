// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { listOpenDeposits, markDepositProof, type OpenDeposit, refuseDeposit } from '#contract/deposits-operators.ts';
import { pageSize } from '#contract/fields.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import { getPayoutTimes } from '#contract/withdrawals.ts';
import { listReviewedWithdrawals, type ReviewedWithdrawal } from '#contract/withdrawals-operators.ts';
import { usdt } from '#core/money/amount.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { OpenDeposits } from './open-deposits.tsx';
import { PayoutTimes } from './payout-times.tsx';
import { ReviewedWithdrawals } from './reviewed-withdrawals.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const hash = 'ab'.repeat(32);

const withdrawal: ReviewedWithdrawal = {
  ...{ id: 'W1', member: '1111222233334444', username: 'zoe', method: 'bank', amount: usdt(900_000_000n) },
  ...{ fee: usdt(1_250_000n), destination: '*** 1234', comment: 'rent', requestedAt: Date.UTC(2026, 4, 1) },
  ...{ reviewEndsAt: Date.UTC(2026, 4, 2), approvalsNeeded: 2, approvals: 1, approvedBy: ['bert'] },
  ...{ toDestination: usdt(1_000_000_000n), refusal: null, approval: { id: '1111222233334444.W1', hash } },
  ...{ mayApprove: true, mayRefuse: true },
};

const small: ReviewedWithdrawal = {
  ...{ ...withdrawal, id: 'W2', username: 'yan', member: '5555222233334444', approvalsNeeded: 0, approvals: 0 },
  ...{ approvedBy: [], mayApprove: false, method: 'address', approval: { id: '5555222233334444.W2', hash } },
};

test('a withdrawal in review is approved with a reason, or refused for one of the list, exactly the one that is open', async () => {
  const server = operatorServer('finance');
  server.answer(listReviewedWithdrawals, [small, withdrawal]);
  server.answer(listApprovals, []);
  const desk = mountDesk(<ReviewedWithdrawals />);
  const table = () => desk.rows('Withdrawals in review').map((row) => row.slice(1));
  await expect.poll(table).toHaveLength(2);
  expect(table()[0]?.[4]).toBe('None needed');
  expect(table()[1]).toMatchObject(['zoe', '900.00 USDT', '*** 1234', {}, '1 of 2', 'Review']);
  expect(desk.container.querySelector('a')?.getAttribute('href')).toBe('/operator/members/5555222233334444');

  await desk.press('Review', 1);
  expect(desk.words()).toContain('Withdrawal W1');
  expect(['Fee, paid by the house', 'Destination', 'Comment by the member', 'Approved by'].flatMap(desk.facts)).toEqual(
    [...['1.25 USDT', 'Bank card *** 1234', 'rent', 'bert']],
  );
  expect(desk.facts('Asked for to this destination since a day before')).toEqual(['1,000.00 USDT']);
  await actFor(desk, 'Approve', '');
  await expect.poll(desk.alerts).toContain('Please say why');
  await desk.write('Reason', 'ab');
  await desk.confirm('Approve');
  await expect.poll(desk.alerts).toContain('The reason takes 3 to 200 characters in one line');
  await desk.confirm('Cancel');
  expect([desk.dialog(), server.requestsTo(decideApproval).length]).toEqual(['', 0]);

  server.refuse(decideApproval, 'approvalChanged', 'What you saw has changed');
  await actFor(desk, 'Approve', ' seen the card ');
  await expect.poll(desk.alerts).toContain('What you saw has changed');
  const reads = server.requestsTo(listReviewedWithdrawals).length;
  const held = server.hold(decideApproval, { status: 'approved', approvals: 2, needed: 2 });
  await desk.confirm('Approve');
  await expect.poll(() => desk.openDialog().querySelector('[aria-busy=true]')).not.toBeNull();
  await desk.confirm('Approve');
  held.release();
  await expect.poll(desk.toast).toBe('Your approval is recorded');
  await expect.poll(desk.dialog).toBe('');
  await expect.poll(() => server.requestsTo(listReviewedWithdrawals).length).toBeGreaterThan(reads);

  server.answer(decideApproval, { status: 'refused', approvals: 0, needed: 2 });
  await desk.press('Refuse');
  expect(desk.dialog()).toContain('One refusal ends it.');
  await desk.choose('Reason', 'accountFrozen');
  await desk.confirm('Refuse');
  await expect.poll(desk.toast).toBe('The refusal is recorded');
  const sent = { kind: 'withdrawal', id: '1111222233334444.W1', hash };
  expect(server.requestsTo(decideApproval).map(({ fields }) => fields)).toEqual([
    ...Array(2).fill({ ...sent, decision: 'approved', reason: 'seen the card' }),
    { ...sent, decision: 'refused', reason: 'accountFrozen' },
  ]);
  await desk.press('Close');
  expect(desk.words()).not.toContain('Withdrawal W1');
});

test('one that needs no approval can be refused alone, one that is refused not again, and who approved already is told so', async () => {
  const server = operatorServer('finance', 'bert');
  const own = { ...withdrawal, id: 'W3', mayApprove: false, mayRefuse: false };
  const refused = { ...withdrawal, id: 'W4', approvalsNeeded: 0, refusal: 'nameMismatch' as const };
  server.answer(listReviewedWithdrawals, [small, own, refused]);
  const desk = mountDesk(<ReviewedWithdrawals />);
  await expect
    .poll(() => desk.rows('Withdrawals in review').map((row) => row[5]))
    .toEqual([...['None needed', '1 of 2', 'Refused']]);
  await desk.press('Review', 0);
  expect(desk.words()).toContain('It is paid out when its review ends, without anybody’s approval.');
  expect([desk.hasButton('Approve'), desk.hasButton('Refuse'), desk.facts('Approved by')]).toEqual([false, true, []]);
  await desk.press('Review', 0);
  expect(desk.words()).toContain('You have decided already');
  expect([desk.hasButton('Approve'), desk.hasButton('Refuse')]).toEqual([false, false]);
  await desk.press('Review', 1);
  expect([desk.facts('Approvals'), desk.facts('Approved by')]).toEqual([['Refused'], ['bert']]);
  expect(desk.words()).not.toContain('It is paid out when its review ends');
  expect([desk.hasButton('Approve'), desk.hasButton('Refuse')]).toEqual([false, false]);
});

const deposit: OpenDeposit = {
  ...{ id: 'DEP1', member: '1111222233334444', username: 'zoe', channel: 'TRC20', amount: usdt(50_000_000n) },
  ...{ state: 'requested', confirmations: 0, confirmationsNeeded: 12, address: 'T123', transaction: null },
  ...{ hasProof: true, reviewedAt: null, reviewedBy: null, requestedAt: Date.UTC(2026, 4, 1) },
};

test('the proof of a deposit is looked at and marked, and a deposit that nothing came in for refused for a reason of the list', async () => {
  const server = operatorServer('finance');
  server.answer(listOpenDeposits, [{ ...deposit, id: 'DEP0', hasProof: false }, deposit]);
  server.answer(markDepositProof, { id: 'DEP1' });
  const desk = mountDesk(<OpenDeposits />);
  await expect
    .poll(() => desk.rows('Deposits under way').map((row) => row.slice(1, 7)))
    .toEqual([
      ['zoe', '50.00 USDT', 'TRC20', 'Requested', '0 / 12', 'No'],
      ['zoe', '50.00 USDT', 'TRC20', 'Requested', '0 / 12', 'Yes'],
    ]);
  await desk.press('Show', 0);
  expect([desk.hasButton('Proof looked at'), desk.facts('Proof looked at')]).toEqual([false, []]);
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  await desk.press('Show', 0);
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
  const image = desk.page.getByAltText('Image that the member sent as proof');
  expect(image.getAttribute('src')).toBe('/api/operator/deposits/1111222233334444-DEP1/proof');
  expect([desk.facts('Address'), desk.facts('Transaction')]).toEqual([['T123'], ['None seen yet']]);
  expect(desk.facts('Proof looked at')).toEqual(['Not yet']);

  await desk.press('Proof looked at');
  expect([desk.dialog().includes('It credits nothing.'), server.requestsTo(markDepositProof).length]).toEqual([
    true,
    0,
  ]);
  server.answer(listOpenDeposits, [{ ...deposit, reviewedAt: Date.UTC(2026, 4, 2), reviewedBy: 'anna' }]);
  await desk.confirm('Proof looked at');
  await expect.poll(() => desk.facts('Proof looked at')[0]).toMatch(/2026.* · anna$/);
  // What is drawn anew stays where the operator reads.
  expect(scrolled).toHaveBeenCalledTimes(1);
  expect(desk.hasButton('Proof looked at')).toBe(false);
  expect(server.requestsTo(markDepositProof).map(({ fields }) => fields)).toEqual([
    { member: '1111222233334444', deposit: 'DEP1' },
  ]);

  server.refuse(refuseDeposit, 'depositArrived', 'Something came in');
  await desk.press('Refuse the deposit');
  expect(desk.alerts()).toEqual([]);
  await desk.choose('Reason', 'announcedTwice');
  await desk.confirm('Refuse the deposit');
  await expect.poll(desk.alerts).toEqual(['Something came in']);
  server.answer(refuseDeposit, { id: 'DEP1' });
  server.answer(listOpenDeposits, []);
  await desk.confirm('Refuse the deposit');
  await expect.poll(desk.toast).toBe('Refused. The member is told.');
  await expect.poll(desk.words).toContain('No deposit is under way.');
  expect(server.requestsTo(refuseDeposit).map(({ fields }) => fields)).toEqual(
    Array(2).fill({ member: '1111222233334444', deposit: 'DEP1', reason: 'announcedTwice' }),
  );
});

test('a deposit that something came in for is not decided on, nor by an operator without that right', async () => {
  const server = operatorServer('finance');
  const seen: OpenDeposit = { ...deposit, state: 'seen', transaction: '0xfeed', confirmations: 3 };
  server.answer(listOpenDeposits, [seen, { ...deposit, id: 'DEP2', transaction: '0xbeef' }]);
  const desk = mountDesk(<OpenDeposits />);
  await expect.poll(() => desk.rows('Deposits under way')[0]?.slice(4, 6)).toEqual(['Seen', '3 / 12']);
  for (const transaction of ['0xfeed', '0xbeef']) {
    await desk.press('Show', 0);
    expect(desk.facts('Transaction')).toEqual([transaction]);
    expect([desk.hasButton('Refuse the deposit'), desk.hasButton('Proof looked at')]).toEqual([false, false]);
  }
});

test('support sees deposits, and decides on none', async () => {
  operatorServer('support').answer(listOpenDeposits, [deposit]);
  const desk = mountDesk(<OpenDeposits />);
  await expect.poll(() => desk.hasButton('Show')).toBe(true);
  await desk.press('Show');
  expect([desk.hasButton('Refuse the deposit'), desk.hasButton('Proof looked at')]).toEqual([false, false]);
});

test('a full page of withdrawals leads on after its last one', async () => {
  const server = operatorServer('finance');
  const rows = Array.from({ length: pageSize }, (_, place) => ({ ...small, id: `W0${place}` }));
  server.answerBy(listReviewedWithdrawals, ({ fields }) => (fields.after ? [withdrawal] : rows));
  const desk = mountDesk(<ReviewedWithdrawals />);
  await expect.poll(() => desk.hasButton('Next page')).toBe(true);
  await desk.press('Next page');
  await expect.poll(() => desk.rows('Withdrawals in review').map((row) => row[1])).toEqual(['zoe']);
  expect(server.requestsTo(listReviewedWithdrawals).at(-1)?.fields).toEqual({ after: 'W019' });
});

test('a full page of deposits leads on after its last one', async () => {
  const server = operatorServer('finance');
  const rows = Array.from({ length: pageSize }, (_, place) => ({ ...deposit, id: `DEPOSIT${10 + place}` }));
  server.answerBy(listOpenDeposits, ({ fields }) => (fields.after ? [{ ...deposit, username: 'ann' }] : rows));
  const desk = mountDesk(<OpenDeposits />);
  await expect.poll(() => desk.hasButton('Next page')).toBe(true);
  await desk.press('Next page');
  await expect.poll(() => desk.rows('Deposits under way').map((row) => row[1])).toEqual(['ann']);
  expect(server.requestsTo(listOpenDeposits).at(-1)?.fields).toEqual({ after: 'DEPOSIT29' });
});

test('payout times are shown as measured, and as not measured where there are none', async () => {
  const server = operatorServer();
  server.answer(getPayoutTimes, { count: 12, medianSeconds: 120, percentile95Seconds: null });
  const desk = mountDesk(<PayoutTimes />);
  await expect.poll(() => desk.facts('Payouts')).toEqual(['12']);
  expect(desk.facts('Half were faster than')).toEqual(['2m']);
  expect(desk.facts('95 of 100 were faster than')).toEqual(['Not measured yet']);
});
