import { afterEach, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { type getAccountRecord, getPurse, getWallet } from '#contract/wallet.ts';
import { listMovements, sumMovements } from '#contract/wallet-movements.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, answerPage, linksOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Bill } from './bill.tsx';
import { MovementSum } from './movement-sum.tsx';
import { noFilterOf } from './queries.ts';
import { RecordList } from './record-list.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { PurseCard, WalletCard } from './wallet-card.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = new Date(2026, 4, 1, 10).getTime();

test('the wallet shows balance, available, locked and today’s profit, each in its place', () => {
  answer(
    getWallet,
    {},
    {
      ...{ authorization: usdt(3_500_000n), available: usdt(2_250_000n), locked: usdt(1_250_000n) },
      ...{ incomeToday: usdt(40_000n), hasBankCard: true, hasWithdrawalPassword: true, userId: '0000000000000001' },
    },
  );
  expect(wordsOf(<WalletCard />)).toBe(
    'Balance 3.500000 USDT Available 2.250000 Locked 1.250000 Today’s profit +0.040000 Added up from your postings',
  );
  expect(linksOf(<WalletCard />)).toEqual(['/profit']);
});

test('accounts that are empty are left out, but what is available; points stand by themselves and lead to their statement', () => {
  answer(getPurse, {}, [
    { account: 'available', asset: 'USDT', balance: 0n },
    { account: 'plans', asset: 'USDT', balance: 5_000_000n },
    { account: 'stakes', asset: 'USDT', balance: 0n },
    { account: 'assistance', asset: 'PTS', balance: 1_200n },
    { account: 'promotion', asset: 'PTS', balance: 0n },
  ]);
  expect(wordsOf(<PurseCard />)).toBe(
    'Where your balance is Available 0.000000 USDT In plans 5.000000 USDT Points Assistance points 1,200 PTS',
  );
  expect(linksOf(<PurseCard />)).toEqual(['/account?asset=PTS']);
});

test('a movement shows what it was, of which plan, when, and its net effect, or what it moved within the accounts', () => {
  answerPage(listMovements, { asset: 'USDT' }, [
    {
      ...{ id: '7', kind: 'planSettled', reference: 'PLAN1', plan: { coin: 'ETH', leverage: 3 }, at },
      changes: [
        { account: 'available', asset: 'USDT', amount: 104_000_000n, balance: 998_000_000n },
        { account: 'plans', asset: 'USDT', amount: -100_000_000n, balance: 0n },
      ],
    },
  ]);
  answer(sumMovements, { asset: 'USDT' }, { asset: 'USDT', movements: 1, incoming: 4_000_000n, outgoing: 0n });
  const words = wordsOf(<RecordList asset="USDT" />);
  expect(words).toContain('Plan settled · ETH 3X May 1, 10:00 +4.000000');
  expect(words).toContain('In +4.000000 Out 0.000000 Net +4.000000');
  expect(linksOf(<RecordList asset="USDT" />)).toContain('/billRecord?transfer=7');
  answerPage(listMovements, { asset: 'USDT' }, [
    {
      ...{ id: '8', kind: 'withdrawalHeld', reference: 'W1', plan: null, at },
      changes: [
        { account: 'available', asset: 'USDT', amount: -2_500_000n, balance: 0n },
        { account: 'withdrawing', asset: 'USDT', amount: 2_500_000n, balance: 2_500_000n },
      ],
    },
  ]);
  expect(wordsOf(<RecordList asset="USDT" />)).toMatch(/Held for a withdrawal [^+]*2\.500000[^+]* 0\.000000/);
  answerPage(listMovements, { asset: 'PTS' }, []);
  expect(wordsOf(<RecordList asset="PTS" />)).toContain('Check-ins, tasks and donations appear here');
});

test('what comes in, what goes out and both together have their signs', () => {
  answer(sumMovements, { asset: 'PTS' }, { asset: 'PTS', movements: 3, incoming: 30n, outgoing: 50n });
  expect(wordsOf(<MovementSum filter={noFilterOf('PTS')} />)).toBe('In +30 Out −50 Net −20');
});

test('a transfer shows its postings from one side to the other, one’s own balance after it, and leads to what it was for', () => {
  const bill: OutputOf<typeof getAccountRecord> = {
    ...{ transfer: '7', kind: 'withdrawalPaid', reference: '1KDVDWMC0SXVXCS8', at, recordedAt: at + 3_600_000 },
    postings: [
      {
        ...{ place: 0, asset: 'USDT', amount: 2_500_000n },
        from: { owner: 'member', account: 'withdrawing', balance: 0n },
        to: { owner: 'house', account: 'rail', balance: null },
      },
    ],
  } as never;
  const words = wordsOf(<Bill bill={bill} />);
  expect(words).toContain('Withdrawal paid out Time May 1, 2026, 10:00:00 Recorded May 1, 2026, 11:00:00 Transfer 7');
  expect(words).toContain('Being withdrawn → House: payment rail 2.500000 USDT Being withdrawn afterwards: 0.000000');
  expect(linksOf(<Bill bill={bill} />)).toEqual(['/withdrawSuccess?withdrawal=1KDVDWMC0SXVXCS8']);
  expect(linksOf(<Bill bill={{ ...bill, kind: 'checkedIn' }} />)).toEqual(['/hongbao']);
  // Between accounts of the house: no page of the app shows it.
  expect(linksOf(<Bill bill={{ ...bill, kind: 'prizesFunded' }} />)).toEqual([]);
});

test('the wallet’s shortcuts lead where they say', () => {
  expect(wordsOf(<Shortcuts />)).toBe(
    'Recharge Withdraw Bank card Account records Withdrawal password Singapore Lottery',
  );
  expect(linksOf(<Shortcuts />)).toEqual(['/recharge', '/cash', '/card', '/account', '/user_money_pwd', '/singing']);
});
