import type { PayoutRail } from '#server/features/withdrawals/payout-rail.ts';

const paidAfterMs = 60_000;

/** Addresses without an owner: payouts to them fail, to demonstrate how a hold is returned. */
const nobodys = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dEaD']);

/**
 * Simulated payouts: done one minute of product time after they were sent, except to addresses without an owner. A
 * pure function of order and time, so restarts and other nodes agree, and repeated calls pay nothing twice.
 */
export const payoutSandbox: PayoutRail = {
  pollEveryMs: 5_000,
  payOut: async ({ destination, sentAt }, now) => {
    if (nobodys.has(destination)) return 'failed';
    return now >= sentAt + paidAfterMs ? 'paid' : 'sent';
  },
};
