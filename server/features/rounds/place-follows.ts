import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { memberAccount } from '#core/ledger/accounts.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { staleRow } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import { lockAccounts } from '#server/ledger/member-accounts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { type FollowRow, findFollow, followColumns, followOf, type StoredFollow } from './order-store.ts';
import { followEndOf, roundsAccount } from './round-transfers.ts';

export interface FollowDependencies {
  readonly tables: Kysely<unknown>;
  readonly ledger: Pick<Ledger, 'submitPages'>;
}

/** Follows per transaction, which holds the lock that placing orders needs. */
const pageFollows = 1_000;

/**
 * Places the orders of all follows whose previous order has ended in the round that takes orders now. Follows of members who may not
 * stake any more (a freeze, an own limit, self-exclusion) end, and what they reserve returns.
 */
export async function placeFollows(dependencies: FollowDependencies, round: RoundNumber, now: number): Promise<void> {
  const { tables } = dependencies;
  for (;;) {
    const { placed, refused } = await tables
      .transaction()
      .execute((transaction) => placePage(transaction, round, now))
      .catch(nothingWhereLate);
    if (refused.length > 0) await endRefused(dependencies, refused);
    if (placed + refused.length < pageFollows) return;
  }
}

/** The end of betting overtook the page: its follows wait for the next round. */
function nothingWhereLate(error: unknown): PlacedPage {
  if (!(error instanceof pg.DatabaseError && error.code === staleRow)) throw error;
  return { placed: 0, refused: [] };
}

interface PlacedPage {
  readonly placed: number;
  readonly refused: readonly StoredFollow[];
}

async function placePage(transaction: Transaction<unknown>, round: RoundNumber, now: number): Promise<PlacedPage> {
  const due = await dueFollows(transaction, round);
  if (due.length === 0) return { placed: 0, refused: [] };
  const members = due.map(({ memberId }) => memberId);
  // Accounts before rows, as in a batch of transfers; with those of the members, no freeze and no new limit is missed.
  await lockAccounts(transaction, [roundsAccount, ...members.map((id) => memberAccount(id, 'available'))]);
  const { rows: open } = await sql<{ open: boolean }>`select takes_orders(${BigInt(round)}) as open`.execute(
    transaction,
  );
  if (open[0]?.open !== true) return { placed: 0, refused: [] };
  const { rows: barred } = await sql<{ member_id: bigint }>`
    select members_refused_stakes(${members}::bigint[], ${members.map(() => 0n)}::bigint[],
      ${members.map(() => new Date(now))}::timestamptz[]) as member_id`.execute(transaction);
  const barredMembers = new Set(barred.map(({ member_id }) => member_id));
  const permitted = due.filter(({ memberId }) => !barredMembers.has(memberId));
  return {
    placed: await placeThese(transaction, permitted, round, now),
    refused: due.filter(({ memberId }) => barredMembers.has(memberId)),
  };
}

async function dueFollows(transaction: Transaction<unknown>, round: RoundNumber): Promise<StoredFollow[]> {
  const { rows } = await sql<FollowRow>`
    select ${followColumns} from round_follow as f where "end" is null and last_round < ${BigInt(round)} and placed = done
    order by last_round, member_id, id limit ${pageFollows}`.execute(transaction);
  return rows.map(followOf);
}

/** One that its member cancelled meanwhile is left out: the update returns those that an order is inserted for. */
async function placeThese(
  transaction: Transaction<unknown>,
  follows: readonly StoredFollow[],
  round: RoundNumber,
  now: number,
): Promise<number> {
  const members = follows.map(({ memberId }) => memberId);
  const ids = follows.map(({ id }) => id);
  const placedBefore = follows.map(({ placed }) => placed);
  const orderIds = follows.map(() => newPublicId(now));
  const salts = follows.map(() => randomBytes(32));
  const { rows } = await sql`
    with moved as (
      update round_follow as f set placed = f.placed + 1, last_round = ${BigInt(round)}
      from unnest(${members}::bigint[], ${ids}::text[], ${placedBefore}::smallint[], ${orderIds}::text[], ${salts}::bytea[])
        as due (member_id, id, placed, order_id, salt)
      where f.member_id = due.member_id and f.id = due.id and f.placed = due.placed and f."end" is null
      returning f.member_id, f.id, f.category, f.stake, f.winnings, due.order_id, due.salt
    )
    insert into round_order (member_id, id, round_id, category, stake, winnings, salt, follow_id, placed_at)
    select member_id, order_id, ${BigInt(round)}, category, stake, winnings, salt, id, ${new Date(now)} from moved
    returning 1`.execute(transaction);
  return rows.length;
}

async function endRefused({ tables, ledger }: FollowDependencies, refused: readonly StoredFollow[]): Promise<void> {
  const ends = new Map(refused.map((follow) => [followEndOf(follow, 'notPermitted'), follow]));
  const pages = (async function* (): AsyncGenerator<Submission[]> {
    yield [...ends.keys()];
  })();
  const reasons = new Map((await ledger.submitPages(pages)).failed.map(({ key, reason }) => [key, reason]));
  const failed: string[] = [];
  for (const [{ key }, follow] of ends) {
    if (reasons.has(key) && (await isAsItWas(tables, follow))) failed.push(key);
  }
  const [first] = failed;
  if (first === undefined) return;
  throw new Error(`${failed.length} follows could not be ended: ${first}`, { cause: reasons.get(first) });
}

/** One that its member cancelled meanwhile, or that another node placed or ended, needs no end any more. */
async function isAsItWas(
  tables: FollowDependencies['tables'],
  { memberId, id, placed }: StoredFollow,
): Promise<boolean> {
  const now = await findFollow(tables, memberId, id);
  return now !== null && now.end === null && now.placed === placed;
}
