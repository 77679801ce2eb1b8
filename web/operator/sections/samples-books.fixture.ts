import {
  type Funding,
  getBooks,
  getTrialBalance,
  listFundings,
  listTrialBalanceChecks,
  type TrialBalanceCheck,
} from '#contract/books.ts';
import { type Disbursement, getGiving, listDisbursements } from '#contract/donations.ts';
import { listCauses } from '#contract/donations-operators.ts';
import { listBalanceRoots, type PublishedRoot } from '#contract/proofs.ts';
import { houseAccountNames, memberAccountNames } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { hashOf, may } from './samples-money.fixture.ts';

const isOfPoints = (name: string): boolean => /oints|assistance|promotion/.test(name);

/** Above, below and at zero in turn; each its own. */
const balanceAt = (name: string, place: number) => ({
  asset: isOfPoints(name) ? ('PTS' as const) : ('USDT' as const),
  amount: `${place % 3 === 1 ? '-' : ''}${place % 5 === 4 ? '' : place + 1}${isOfPoints(name) ? '0' : '0345.678901'}`,
});

export const textsOf = (name: string) => ({
  en: { name, about: `About ${name}` },
  zh: { name: `${name} zh`, about: `About ${name} zh` },
  tc: { name: `${name} tc`, about: `About ${name} tc` },
  jp: { name: `${name} jp`, about: `About ${name} jp` },
});

const funding: Funding = {
  ...{ id: '0000000000000005', account: 'prizes', amount: usdt(1_500_000_001n), reason: 'May', askedBy: 'anna' },
  ...{ askedAt: may(5, 1, 2, 3), approvedBy: ['anna'], refusal: null, state: 'waiting', fundedAt: null },
};

const fundings: Funding[] = [
  funding,
  {
    ...{ ...funding, id: '0000000000000009', account: 'rounds', amount: usdt(2_000_000_000_009n), reason: 'Winnings' },
    ...{ askedBy: 'bert', askedAt: may(2, 3, 4, 5), approvedBy: ['bert', 'anna'], state: 'made' },
    fundedAt: may(3, 6, 7, 8),
  },
  {
    ...{ ...funding, id: '0000000000000002', account: 'yield', amount: usdt(700_000n), reason: 'Interest' },
    ...{ askedBy: 'carl', askedAt: may(4, 5, 6, 7), approvedBy: ['carl'], state: 'refused' },
    refusal: { operator: 'dora', reason: 'too early' },
  },
  {
    ...{ ...funding, id: '0000000000000007', account: 'prizes', amount: usdt(8_000_000n), reason: '<b>Soon</b>' },
    ...{ askedBy: 'dora', askedAt: may(1, 7, 8, 9), approvedBy: [], state: 'lapsed' },
  },
];

const disbursement: Disbursement = {
  ...{ id: '000000000000000D', cause: textsOf('Water'), asset: 'USDT', amount: 1_500_001n },
  ...{ receipt: 'https://receipts.test/1', at: may(3, 2, 1, 0) },
};

const disbursements: Disbursement[] = [
  disbursement,
  {
    ...{ ...disbursement, id: '000000000000000A', cause: textsOf('School'), asset: 'PTS', amount: 20_500n },
    ...{ receipt: 'a letter', at: may(5, 4, 3, 2) },
  },
  {
    ...{ ...disbursement, id: '000000000000000F', cause: textsOf('Forest'), amount: 1_234_567_890_123n },
    ...{ receipt: 'https://receipts.test/3', at: may(1, 6, 5, 4) },
  },
];

const check: TrialBalanceCheck = {
  ...{ at: may(5, 6, 7, 8), isSound: true, differences: 0, tornTransfers: 0, unfounded: 0, tookMs: 12_345 },
  sums: [
    { asset: 'USDT', amount: '0.000000' },
    { asset: 'PTS', amount: '0' },
  ],
};

const unsound: TrialBalanceCheck = {
  ...{ ...check, at: may(5, 5, 6, 7), isSound: false, differences: 3_001, tornTransfers: 2_002, unfounded: 1_003 },
  ...{ tookMs: 987, sums: [check.sums[1] ?? { asset: 'PTS', amount: '0' }, { asset: 'USDT', amount: '-1234.567891' }] },
};

const checks = [check, unsound, { ...check, at: may(5, 4, 5, 6), tookMs: 654_321, sums: [] }];

const root: PublishedRoot = {
  ...{ number: 1_234, at: may(4, 3, 2, 1), members: 5_678_901, total: usdt(9_876_543_210_123n), root: hashOf('a1') },
  ...{ digest: hashOf('b2'), previous: hashOf('c3'), key: hashOf('d4'), house: [], signature: hashOf('e5').repeat(2) },
};

const roots: PublishedRoot[] = [
  { ...root, log: { acts: 4_321, head: hashOf('f6') } },
  { ...root, number: 1_233, at: may(4, 2, 2, 2), members: 5_678, total: usdt(0n), root: hashOf('17') },
  {
    ...{ ...root, number: 1_232, at: may(4, 1, 3, 3), members: 12, total: usdt(500_000n), root: hashOf('28') },
    log: { acts: 0, head: hashOf('00') },
  },
];

/** Everything of the section of the books. */
export function answerBooks(server: FakeServer): void {
  const house = houseAccountNames.map((name, place) => ({ name, balance: balanceAt(name, place) }));
  server.answer(getBooks, { at: may(6, 1, 2, 3), house });
  server.answer(listFundings, fundings);
  server.answer(getGiving, {
    points: { received: 1_200_001n, disbursed: 700_002n, unspent: 500_003n } as never,
    usdt: { received: usdt(9_000_000_001n), disbursed: usdt(1_500_000_002n), unspent: usdt(7_500_000_003n) },
    ...{ causes: [], donors: [] },
  });
  server.answer(listCauses, [
    { id: 'water', texts: textsOf('Water') },
    { id: 'forest', texts: textsOf('Forest') },
    { id: 'school', texts: textsOf('School') },
  ]);
  server.answer(listDisbursements, disbursements);
  server.answer(getTrialBalance, {
    at: may(7, 4, 5, 6),
    rows: [
      ...memberAccountNames.map((name, place) => ({
        of: 'members' as const,
        name,
        balance: balanceAt(name, place + 3),
      })),
      ...houseAccountNames.map((name, place) => ({ of: 'house' as const, name, balance: balanceAt(name, place + 20) })),
    ],
  });
  server.answerBy(listTrialBalanceChecks, ({ fields }) => (fields.unsound === '1' ? [unsound] : checks));
  server.answer(listBalanceRoots, roots);
}
