import type { Kysely } from 'kysely';
import type { Order } from '#contract/round-records.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOrder, orderRecord, ordersOf } from './order-store.ts';

/** The member's orders, newest first, of all rounds or of one; or `only` one of them. */
export async function listOrders(
  tables: Kysely<unknown>,
  memberId: bigint,
  filter: { readonly before: string | null; readonly round: RoundNumber | null },
  only: string | null = null,
): Promise<Order[]> {
  const { before } = filter;
  if (only !== null) {
    const order = await findOrder(tables, memberId, only);
    if (!order) throw new Refusal('orderUnknown');
    return [orderRecord(order)];
  }
  if (before !== null && !(await findOrder(tables, memberId, before))) throw new Refusal('orderUnknown');
  return (await ordersOf(tables, memberId, filter)).map(orderRecord);
}
