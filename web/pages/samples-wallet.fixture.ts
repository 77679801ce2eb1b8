import type { OutputOf } from '#contract/operation.ts';
import type { getMember } from '#contract/profile.ts';
import type { getAccountRecord, getPurse, getWallet } from '#contract/wallet.ts';
import type { AccountChange, listMovements, Movement } from '#contract/wallet-movements.ts';
import { type MemberAccountName, memberAccounts } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { momentOf } from './money-moments.fixture.ts';

export const wallet: OutputOf<typeof getWallet> = {
  ...{ authorization: usdt(12_345_678_901n), locked: usdt(2_345_600_000n), available: usdt(10_000_078_901n) },
  ...{ incomeToday: usdt(48_765_432n), hasBankCard: true, hasWithdrawalPassword: true, userId: '7' },
};

export const purse: OutputOf<typeof getPurse> = [
  { account: 'withdrawing', asset: 'USDT', balance: 300_100_200n },
  { account: 'available', asset: 'USDT', balance: 10_000_078_901n },
  { account: 'promotion', asset: 'PTS', balance: 1_275n },
  { account: 'plans', asset: 'USDT', balance: 1_200_400_001n },
  { account: 'stakes', asset: 'USDT', balance: 44_999_799n },
  { account: 'assistance', asset: 'PTS', balance: 340n },
  { account: 'financing', asset: 'USDT', balance: 800_100_000n },
];

export const member: OutputOf<typeof getMember> = {
  ...{ username: 'newcomer7', weight: 1_750, authorization: usdt(12_345_678_901n), available: usdt(10_000_078_901n) },
  ...{ locked: usdt(2_345_600_000n), incomeToday: usdt(-1_250_500n), incomeTotal: usdt(98_765_432_100n) },
  ...{ rule: 'What the score is for', leverageUnlocked: 5, postings: 1_234, assistance: 340, donated: 12 },
};

/** A change of one of the member's accounts, and its balance afterwards. */
const change = (account: MemberAccountName, moved: bigint, balance: bigint): AccountChange => ({
  ...{ account, asset: memberAccounts[account].asset, amount: moved, balance },
});

const movement = (
  place: number,
  kind: Movement['kind'],
  changes: readonly AccountChange[],
  plan: Movement['plan'] = null,
): Movement => ({
  ...{ id: String(70_000 + place * 13), kind, reference: `REF${place}`, plan, changes, at: momentOf(place) },
});

/** A movement of each kind. */
export const movements: OutputOf<typeof listMovements> = [
  movement(9, 'planSettled', [change('plans', -100_000_000n, 0n), change('available', 97_654_321n, 7_654_321n)], {
    ...{ coin: 'SOL', leverage: 10 },
  }),
  movement(3, 'depositConfirmed', [change('available', 5_000_000_001n, 5_012_000_001n)]),
  movement(27, 'planPlaced', [change('available', -250_000_000n, 1n), change('plans', 250_000_000n, 250_000_000n)], {
    ...{ coin: 'ETH', leverage: 5 },
  }),
  movement(1, 'planVoided', [change('plans', -30_000_000n, 2n), change('available', 30_000_000n, 30_000_002n)], {
    ...{ coin: 'BTC', leverage: 1 },
  }),
  movement(14, 'withdrawalPaid', [change('withdrawing', -640_000_000n, 0n)]),
  movement(6, 'withdrawalHeld', [change('available', -41_000_000n, 9n), change('withdrawing', 41_000_000n, 4n)]),
  movement(22, 'withdrawalReturned', [change('withdrawing', -42_000_000n, 0n), change('available', 42_000_000n, 8n)]),
  movement(18, 'withdrawalRefused', [change('withdrawing', -43_000_000n, 0n), change('available', 43_000_000n, 7n)]),
  movement(11, 'yieldFunded', [change('available', -1_000_001n, 6n)]),
  movement(4, 'financingMatured', [change('financing', -70_000_000n, 0n), change('available', 70_196_000n, 5n)]),
  movement(25, 'financingSubscribed', [change('available', -71_000_000n, 3n), change('financing', 71_000_000n, 7n)]),
  movement(2, 'financingRedeemed', [change('financing', -72_000_000n, 0n), change('available', 72_012_345n, 2n)]),
  movement(16, 'checkedIn', [change('assistance', 7n, 347n)]),
  movement(8, 'roundsFunded', [change('available', -2_000_002n, 4n)]),
  movement(20, 'orderWon', [change('stakes', -8_000_000n, 0n), change('available', 15_840_000n, 31n)]),
  movement(12, 'orderPlaced', [change('available', -9_000_000n, 32n), change('stakes', 9_000_000n, 9_000_000n)]),
  movement(5, 'orderLost', [change('stakes', -11_000_000n, 0n)]),
  movement(23, 'orderReturned', [change('stakes', -12_000_000n, 0n), change('available', 12_000_000n, 33n)]),
  movement(17, 'followReturned', [change('stakes', -13_000_000n, 0n), change('available', 13_000_000n, 34n)]),
  movement(7, 'roundSettled', [change('available', -3_000_003n, 35n)]),
  movement(21, 'donated', [change('assistance', -25n, 322n)]),
  movement(13, 'prizesFunded', [change('available', -4_000_004n, 36n)]),
  movement(26, 'prizeWon', [change('available', 500_000n, 37n), change('promotion', 3n, 1_278n)]),
  movement(10, 'entryDrawn', [change('promotion', 0n, 1_278n)]),
  movement(24, 'taskCollected', [change('promotion', 1_150n, 2_428n)]),
  movement(19, 'charityDisbursed', [change('available', -5_000_005n, 38n)]),
  movement(15, 'invitationRewarded', [change('promotion', 60n, 2_488n)]),
];

/** The settlement of a plan that lost: what comes back, and what the house keeps. */
export const bill: OutputOf<typeof getAccountRecord> = {
  ...{ transfer: '70117', kind: 'planSettled', reference: '1KDVDWMC0SXVXC10', at: momentOf(9) },
  recordedAt: momentOf(8),
  postings: [
    {
      ...{ place: 2, asset: 'USDT', amount: 97_654_321n },
      from: { account: 'plans', owner: 'member', balance: 2_345_679n },
      to: { account: 'available', owner: 'member', balance: 10_000_078_901n },
    },
    {
      ...{ place: 0, asset: 'USDT', amount: 2_345_679n },
      from: { account: 'plans', owner: 'member', balance: 0n },
      to: { account: 'market', owner: 'house', balance: null },
    },
    {
      ...{ place: 1, asset: 'PTS', amount: 1_204n },
      from: { account: 'sponsorPoints', owner: 'house', balance: null },
      to: { account: 'promotion', owner: 'member', balance: 2_488n },
    },
  ],
};
