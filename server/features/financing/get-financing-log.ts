import type pg from 'pg';
import type { getFinancingLog as operation } from '#contract/financing.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Session } from '#server/platform/session.ts';
import { holdingRecord } from './holding-record.ts';
import { endedHoldings, readEarnings } from './holding-store.ts';

const payoutsMax = 50;

/** The member's earnings. Today is the day in the member's time zone. */
export async function getFinancingLog(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: { now(): number } },
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
): Promise<OutputOf<typeof operation>> {
  const now = clock.now();
  const [earnings, ended] = await Promise.all([
    readEarnings(pool, memberId, now, timeZone),
    endedHoldings(pool, memberId, payoutsMax),
  ]);
  return { ...earnings, payouts: ended.map((holding) => holdingRecord(holding, now)) };
}
