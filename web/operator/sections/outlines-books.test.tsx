// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import {
  fundingsPerPage,
  getBooks,
  getTrialBalance,
  listFundings,
  listTrialBalanceChecks,
  proposeFunding,
} from '#contract/books.ts';
import { getGiving, listDisbursements } from '#contract/donations.ts';
import { listCauses, proposeDisbursement } from '#contract/donations-operators.ts';
import { listBalanceRoots } from '#contract/proofs.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { usdt } from '#core/money/amount.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Books } from './books.tsx';
import { Disbursements } from './disbursements.tsx';
import { Fundings } from './funding.tsx';
import { answerBooks } from './samples-books.fixture.ts';
import { may } from './samples-money.fixture.ts';
import { Checks } from './trial-balance.tsx';

beforeAll(useConsoleInEnglish);

function books(role: OperatorRole) {
  const server = operatorServer(role);
  answerBooks(server);
  return server;
}

test('the books for an owner, with both forms', async () => {
  books('owner');
  const desk = mountDesk(<Books />);
  await expect.poll(() => desk.hasButton('Ask for the disbursement')).toBe(true);
  await expectOutline(desk.container);
});

test('the books for an auditor, who asks for no posting', async () => {
  books('auditor');
  await expectOutline(mountDesk(<Books />).container);
});

test('books without anything in them', async () => {
  const server = operatorServer('finance');
  server.answer(getBooks, { at: may(1), house: [] });
  server.answer(getTrialBalance, { at: may(2), rows: [] });
  for (const list of [listFundings, listDisbursements, listTrialBalanceChecks, listBalanceRoots, listCauses]) {
    server.answer(list, []);
  }
  const none = { received: usdt(0n), disbursed: usdt(0n), unspent: usdt(0n) };
  server.answer(getGiving, { points: none as never, usdt: none, causes: [], donors: [] });
  const desk = mountDesk(<Books />);
  await expect.poll(() => desk.facts('USDT received')).toHaveLength(1);
  await expectOutline(desk.container);
});

test('books that are refused', async () => {
  const server = operatorServer('auditor');
  server.refuse(getBooks, 'fieldInvalid', 'No accounts');
  server.refuse(getTrialBalance, 'fieldInvalid', 'No trial balance');
  server.refuse(listFundings, 'recordUnknown', 'No fundings');
  server.refuse(getGiving, 'fieldInvalid', 'No columns');
  server.refuse(listDisbursements, 'recordUnknown', 'No disbursements');
  server.refuse(listTrialBalanceChecks, 'recordUnknown', 'No checks');
  server.refuse(listBalanceRoots, 'balanceTreeUnknown', 'No roots');
  await expectOutline(mountDesk(<Books />).container);
});

test('the checks that found something, alone', async () => {
  books('auditor');
  const desk = mountDesk(<Checks />);
  await desk.user.click(desk.field('Only checks that found something'));
  await expect.poll(() => desk.rows('Checks of the books')).toHaveLength(1);
  await expectOutline(desk.container);
});

test('no check that found something', async () => {
  books('auditor').answer(listTrialBalanceChecks, []);
  const desk = mountDesk(<Checks />);
  await desk.user.click(desk.field('Only checks that found something'));
  await expect.poll(desk.words).toContain('No check found anything.');
  await expectOutline(desk.container);
});

test('the form of a funding: half filled, filled and refused; a full page leads on', async () => {
  const server = books('finance');
  server.answer(
    listFundings,
    Array.from({ length: fundingsPerPage }, (_, place) => ({
      ...{ id: String(place).padStart(16, '0'), account: 'yield' as const, amount: usdt(BigInt(place)), reason: 'r' },
      ...{ askedBy: 'a', askedAt: may(1, 0, place), approvedBy: [], refusal: null, fundedAt: null },
      state: 'waiting' as const,
    })),
  );
  const desk = mountDesk(<Fundings />);
  await expect.poll(() => desk.hasButton('Next page')).toBe(true);
  await desk.choose('Fund', 'prizes');
  await desk.write('Amount', '12.3456789');
  await desk.write('Reason', 'ab');
  await expectOutline(desk.page.getByRole('form'));
  await desk.write('Amount', '12.345678');
  await desk.write('Reason', 'prizes of May');
  await expectOutline(desk.page.getByRole('form'));
  server.refuse(proposeFunding, 'fundingTooLarge', 'That is too much');
  await desk.press('Ask for the funding');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.container);
});

test('the form of a disbursement: more than there is, enough in the other asset, and refused', async () => {
  const server = books('finance');
  const desk = mountDesk(<Disbursements />);
  await expect.poll(() => desk.hasButton('Ask for the disbursement')).toBe(true);
  await desk.write('Amount to disburse', '500004');
  await desk.write('Receipt, as it is published', 'https://receipts.test/9');
  await expectOutline(desk.page.getByRole('form'));
  await desk.press('USDT');
  await desk.write('Amount to disburse', '7500.000003');
  await desk.choose('Cause', 'school');
  await expectOutline(desk.page.getByRole('form'));
  server.refuse(proposeDisbursement, 'causeClosed', 'This cause takes nothing now');
  await desk.press('Ask for the disbursement');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.page.getByRole('form'));
});
