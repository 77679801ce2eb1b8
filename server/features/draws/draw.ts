import type pg from 'pg';
import type { Draw, draw as operation } from '#contract/draws.ts';
import type { InputOf } from '#contract/operation.ts';
import { isRowsRefused } from '#server/ledger/failures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type RequestIdentity, refusalOfTransfer, requestOnce } from '#server/ledger/request-once.ts';
import { retryWhenStale } from '#server/ledger/retry-when-stale.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DrawSeeds } from './draw-seeds.ts';
import { drawRecord, findDraw, resultOf } from './draw-store.ts';
import { drawTransferOf, type NewDraw, prizesAccount } from './draw-transfers.ts';
import { type DrawState, readDrawState } from './own-day.ts';

export interface DrawDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly clock: { now(): number };
  readonly seeds: DrawSeeds;
}

export type DrawRequest = InputOf<typeof operation>;

/**
 * Draws the next entry of the member's day and pays its prize in the same transfer. The result is fixed by what was published and stored
 * before: the day's seed, the member's own seed and the entry's number. A repeated request (same member, same key) returns the draw of the first
 * one. A draw stakes nothing, so that limits and a freeze do not stop it; self-exclusion does, because it is a game of chance.
 */
export async function draw(
  dependencies: DrawDependencies,
  memberId: bigint,
  request: DrawRequest,
  idempotencyKey: string | null,
): Promise<Draw> {
  const { day = null, entry = null, seed = null } = request;
  return await requestOnce(
    dependencies.ledger,
    {
      idempotencyKey,
      input: { day, entry, ...(seed !== null && { seed }) },
      transferKey: (requestKey) => `draw:${memberId}:${requestKey}`,
    },
    (identity) => drawNext(dependencies, memberId, { day, entry, seed }, identity),
    (id) => drawnBefore(dependencies, memberId, id),
  );
}

interface Expected {
  readonly day: number | null;
  readonly entry: number | null;
  /** The own seed that the member has seen. */
  readonly seed: string | null;
}

async function drawNext(
  dependencies: DrawDependencies,
  memberId: bigint,
  expected: Expected,
  identity: RequestIdentity,
): Promise<Draw> {
  const { pool, clock } = dependencies;
  // Midnight, a new zone or own seed, or another phone's draw can come between reading and committing.
  return await retryWhenStale(async () => {
    const now = clock.now();
    const entry = nextEntry(await readDrawState(pool, memberId, now), memberId, expected, now);
    return await submit(dependencies, entry, identity);
  }, isRowsRefused);
}

function nextEntry(state: DrawState, memberId: bigint, expected: Expected, now: number): NewEntry {
  const { day, entry } = expected;
  const { username, excludedUntil, clientSeed, next, zone } = state;
  if (excludedUntil !== null) throw new Refusal('selfExcluded', { until: { at: excludedUntil, timeZone: zone } });
  if (day !== null && day !== state.day) throw new Refusal('entryUnknown');
  if (entry !== null && entry > 0 && entry < next) throw new Refusal('entryDrawn');
  const ready = state.entries.find((one) => one.state === 'ready');
  if (!ready) throw new Refusal('noEntries');
  if (entry !== null && entry !== next) throw new Refusal('entryUnknown');
  if (state.published === null) throw new Refusal('drawUnpublished');
  if (clientSeed === null) throw new Refusal('clientSeedUnset');
  if (expected.seed !== null && expected.seed !== clientSeed) throw new Refusal('clientSeedChanged');
  return {
    ...{ memberId, username, zone, clientSeed, kind: ready.kind, subject: ready.subject },
    ...{ id: newPublicId(Math.trunc(now)), day: state.day, entry: next },
    ...{ memberDay: state.memberDay, endsAt: state.endsAt },
  };
}

type NewEntry = NewDraw & { readonly username: string };

async function submit(dependencies: DrawDependencies, entry: NewEntry, identity: RequestIdentity): Promise<Draw> {
  const { prize } = resultOf(dependencies.seeds, entry);
  const table = dependencies.seeds.prizesOf(entry.day);
  const outcome = await dependencies.ledger.submit(drawTransferOf(entry, { prize, table }, identity));
  if (outcome.status === 'refused') {
    const isSpent = outcome.reason === 'conditionFailed' && outcome.account === prizesAccount;
    throw isSpent ? new Refusal('drawClosed') : refusalOfTransfer(outcome);
  }
  return await drawnBefore(dependencies, entry.memberId, outcome.reference);
}

async function drawnBefore({ pool, seeds }: DrawDependencies, memberId: bigint, id: string): Promise<Draw> {
  const stored = await findDraw(pool, memberId, id);
  if (!stored) throw new Error(`the ledger knows draw ${id} of member ${memberId}, the draws do not`);
  return drawRecord(seeds, stored);
}
