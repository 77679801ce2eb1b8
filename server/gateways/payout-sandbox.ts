import type { PayoutRail } from '#server/features/withdrawals/payout-rail.ts';

const paidAfterMs = 60_000;

/** Addresses that nobody holds: the place to see a payout fail and its hold come back. */
const nobodys = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dEaD']);

/**
 * Test funds that go nowhere: a payout is done one minute of product time after it was sent, but for addresses that nobody holds. A
 * function of the order and the time alone, so a restart or another node sees the same, and asking twice pays nothing twice.
 */
export const payoutSandbox: PayoutRail = {
  lookEveryMs: 5_000,
  payOut: async ({ destination, sentAt }, now) => {
    if (nobodys.has(destination)) return 'failed';
    return now >= sentAt + paidAfterMs ? 'paid' : 'sent';
  },
};
