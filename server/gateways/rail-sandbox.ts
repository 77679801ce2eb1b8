import { createHash } from 'node:crypto';
import { noUsdt, usdt } from '#core/money/amount.ts';
import type { RequestRail } from '#server/features/deposits/deposit-rail.ts';

const channelId = 'sandbox';
const confirmationEveryMs = 2_000;
const confirmationsNeeded = 6;

/**
 * Simulated deposits: each is seen two seconds after its request and gains a confirmation every two seconds from then on, in product
 * time. A pure function of time, so restarts and other nodes agree.
 */
export const sandboxRail: RequestRail = {
  kind: 'requests',
  channels: [
    {
      id: channelId,
      name: 'Sandbox USDT',
      minimum: usdt(100_000_000n),
      // Ten deposits reach the highest plan amounts; a larger one would be a typing error.
      maximum: usdt(100_000_000_000n),
      confirmationsNeeded,
      network: null,
    },
  ],
  pollEveryMs: confirmationEveryMs,
  // Not a valid address on any chain, so that no real funds can be sent to it.
  addressFor: (channel, depositId) => {
    const digest = createHash('sha256').update(`${channel} ${depositId}`).digest('hex');
    return `sandbox-${digest.slice(0, 32)}`;
  },
  look: async ({ requestedAt }, now) => {
    const steps = Math.floor((now - requestedAt) / confirmationEveryMs);
    if (steps < 1) return { state: 'requested' };
    return { state: 'seen', confirmations: Math.min(confirmationsNeeded, steps - 1) };
  },
  behindSince: async () => null,
  /** The health check's own deposit. */
  probe: async (now) => {
    const id = '0000000000000000';
    const address = sandboxRail.addressFor(channelId, id);
    await sandboxRail.look({ id, memberId: 0n, channel: channelId, amount: noUsdt, address, requestedAt: now }, now);
    return 'up';
  },
};
