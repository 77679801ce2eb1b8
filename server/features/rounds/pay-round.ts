import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { CategoryPayment } from '#core/fairness/transcript.ts';
import { add, noUsdt, usdt } from '#core/money/amount.ts';
import { type Category, type Digits, type PerCategory, perCategory } from '#core/rounds/categories.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import { type OrderPlace, unpaidOrders } from './order-store.ts';
import { paymentsSchema, type StoredRound } from './round-store.ts';
import { paymentOf, releaseOf } from './round-transfers.ts';

export interface PaymentDependencies {
  readonly tables: Kysely<unknown>;
  readonly ledger: Pick<Ledger, 'submit' | 'submitPages'>;
}

/** Orders per page: each committer gets two full batches of it, and still has work while the next page is read. */
const pageOrders = 4_096;

/**
 * Pays every order of a round that has ended, then frees what was reserved for the others and records the sums. Safe on any number of nodes
 * and after a crash: each order is paid under its own key, and the round is recorded as paid once none is left. Throws where some could
 * not be paid; the others were.
 */
export async function payRound({ tables, ledger }: PaymentDependencies, round: StoredRound): Promise<void> {
  if (!round.end) throw new RangeError(`round ${round.id} has not ended`);
  const digits = round.end.isVoid ? null : (round.end.result?.digits ?? null);
  if (!round.end.isVoid && !digits) throw new Error(`round ${round.id} was drawn without a beacon`);
  // Twice: an order whose follow was cancelled between reading and paying is read again.
  await ledger.submitPages(paymentPages(tables, round.id, digits));
  const { failed } = await ledger.submitPages(paymentPages(tables, round.id, digits));
  const [first] = failed;
  if (first) {
    throw new Error(`${failed.length} orders of round ${round.id} could not be paid: ${first.key}`, {
      cause: first.reason,
    });
  }
  await recordPayment(tables, ledger, round.id);
}

async function* paymentPages(
  tables: Kysely<unknown>,
  round: RoundNumber,
  digits: Digits | null,
): AsyncGenerator<Submission[]> {
  for (let after: OrderPlace = { memberId: 0n, id: '' }; ; ) {
    const page = await unpaidOrders(tables, round, after, pageOrders);
    const last = page.at(-1);
    if (!last) return;
    after = last.order;
    yield page.map(({ order, follow }) => paymentOf(order, follow, digits));
  }
}

async function recordPayment(
  tables: Kysely<unknown>,
  ledger: Pick<Ledger, 'submit'>,
  round: RoundNumber,
): Promise<void> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(winnings), 0)::bigint as amount from round_order
    where round_id = ${BigInt(round)} and income <= 0`.execute(tables);
  const amount = rows[0]?.amount ?? 0n;
  const paid = JSON.stringify(z.encode(paymentsSchema, await paymentsOf(tables, round)));
  if (amount > 0n) {
    const outcome = await ledger.submit(releaseOf(round, amount, paid));
    if (outcome.status === 'refused') throw new Error(`the reserve of round ${round} was not freed: ${outcome.reason}`);
    return;
  }
  await sql`
    insert into round_payment (round_id, paid, paid_at) values (${BigInt(round)}, ${paid}, coalesce(product_now(), now()))
    on conflict do nothing`.execute(tables);
}

/** What was paid by category, computed from the paid orders: equal stakes of a category together. */
async function paymentsOf(tables: Kysely<unknown>, round: RoundNumber): Promise<PerCategory<CategoryPayment>> {
  const { rows } = await sql<{ category: Category; stake: bigint; income: bigint; count: bigint }>`
    select category, stake, income, count(*) as count from round_order
    where round_id = ${BigInt(round)} and income >= 0 group by category, stake, income`.execute(tables);
  const sums = perCategory(() => ({ paid: noUsdt, charity: noUsdt })) as Record<Category, CategoryPayment>;
  for (const { category, stake, income, count } of rows) {
    const { paid, charity } = sums[category];
    const charityOfOne = income > 0n ? payoutOf(category, usdt(stake)).charity : noUsdt;
    sums[category] = {
      paid: add(paid, usdt((stake + income) * count)),
      charity: add(charity, usdt(charityOfOne * count)),
    };
  }
  return sums;
}
