import type { Deposit } from '#contract/deposits.ts';
import { usdt } from '#core/money/amount.ts';
import type { DepositChannel } from '#web/features/deposits/deposit-form.ts';
import { momentOf, sampleNow } from './money-moments.fixture.ts';

export const sandbox: DepositChannel = {
  ...{ id: 'sandbox', name: 'Sandbox', minimum: usdt(10_500_000n), maximum: usdt(1_500_250_000n) },
  ...{ confirmationsNeeded: 6, network: null, behindSince: null, paper: true },
};

export const chain: DepositChannel = {
  ...{ id: 'sepolia', name: 'Test network', minimum: usdt(20_000_000n), maximum: usdt(50_000_750_000n) },
  ...{ confirmationsNeeded: 12, behindSince: null, paper: true },
  network: { name: 'Sepolia', chainId: 11_155_111, token: '0x000000000000000000000000000000000000dEaD' },
};

/** One whose chain has not answered for eleven minutes. */
export const behind: DepositChannel = {
  ...{ id: 'holesky', name: 'Second network', minimum: usdt(30_000_000n), maximum: usdt(7_000_000_000n) },
  ...{ confirmationsNeeded: 20, behindSince: sampleNow - 660_000, paper: true },
  network: { name: 'Holesky', chainId: 17_000, token: '0x1111111111111111111111111111111111111111' },
};

const hashOf = (place: number): string => `0x${String(place).padStart(2, '0').repeat(32)}`;

/** A deposit, of each place another one. */
export const depositOf = (place: number, changes: Partial<Deposit> = {}): Deposit => ({
  ...{
    id: `1KDVDWMC0SXVXC${place + 10}`,
    channel: 'sandbox',
    amount: usdt(1_000_000_000n + BigInt(place) * 7_031_501n),
  },
  ...{ announced: null, state: 'requested', reason: null, confirmations: 0, confirmationsNeeded: 6 },
  ...{ address: `0x${String(place).padStart(40, 'A')}`, transaction: null, image: null },
  ...{ requestedAt: momentOf(place), confirmedAt: null, reviewedAt: null },
  ...changes,
});

const onChain = (place: number, changes: Partial<Deposit>): Deposit =>
  depositOf(place, { channel: 'sepolia', confirmationsNeeded: 12, transaction: hashOf(place), ...changes });

/** Deposits in each state, refused for each reason, with and without proof, transaction and announcement. */
export const deposits: Deposit[] = [
  depositOf(5, { state: 'seen', confirmations: 4 }),
  onChain(2, { state: 'confirmed', confirmations: 13, confirmedAt: momentOf(1.9), announced: usdt(1_500_000_000n) }),
  depositOf(8),
  onChain(11, { transaction: null, announced: usdt(1_077_346_511n) }),
  depositOf(1, { state: 'confirmed', confirmations: 6, confirmedAt: momentOf(0.8) }),
  onChain(9, { state: 'seen', confirmations: 7, image: '1KDVDWMC0SXVXCSA', reviewedAt: momentOf(8.5) }),
  onChain(3, { state: 'rejected', reason: 'belowMinimum', amount: usdt(1_999_999n) }),
  onChain(10, { state: 'rejected', reason: 'aboveMaximum', amount: usdt(60_000_000_000n) }),
  onChain(4, { state: 'rejected', reason: 'notReceived', transaction: null, reviewedAt: momentOf(3.5) }),
  onChain(7, {
    ...{ state: 'rejected', reason: 'proofInvalid' },
    image: '1KDVDWMC0SXVXCSB',
    reviewedAt: momentOf(6.5),
  }),
  onChain(12, { state: 'rejected', reason: 'announcedTwice', transaction: null, announced: usdt(1_400_000_001n) }),
  depositOf(6, { state: 'rejected', confirmations: 2 }),
];
