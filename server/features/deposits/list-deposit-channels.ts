import type { listDepositChannels as operation } from '#contract/deposits.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { DepositRail } from './deposit-rail.ts';

/** The ways to get test funds in, and whether they see what comes in. */
export async function listDepositChannels(rail: DepositRail): Promise<OutputOf<typeof operation>> {
  const behindSince = await rail.behindSince();
  return rail.channels.map((channel) => ({ ...channel, behindSince, paper: true }));
}
