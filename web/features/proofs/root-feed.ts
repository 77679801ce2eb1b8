import { listBalanceRoots, newestRoots, type PublishedRoot, rootsPerPage } from '#contract/proofs.ts';
import { checkFeed, type FeedFault } from '#core/proofs/root-feed.ts';
import { rootsAfter } from '#core/proofs/root-pages.ts';
import { answerBytesMax, callBounded } from '#web/platform/api/bounded-call.ts';
import { type KeptRoots, keptRoots } from '#web/platform/kept-roots.ts';

/** About three weeks; the chain stands for all before. */
const keptMax = 500;

/** The published roots, held against those that this phone has seen. */
export interface RootFeed {
  /** Oldest first. */
  readonly roots: readonly PublishedRoot[];
  readonly faults: readonly FeedFault[];
  /** When the oldest root was that this phone had kept before; null where it had kept none. */
  readonly keptSince: number | null;
  /** Whether the browser keeps roots at all. */
  readonly isKept: boolean;
}

type FetchRoots = (after: number | undefined) => Promise<readonly PublishedRoot[]>;

/**
 * Reads the published roots from before the newest one that was kept and holds them against the kept ones. Roots that do not follow are not
 * kept: what was seen stays as evidence.
 */
export async function followFeed(fetchRoots: FetchRoots, store: KeptRoots): Promise<RootFeed> {
  const kept = await store.read();
  const seen = kept ?? [];
  const newest = seen.at(-1)?.number;
  const after = newest === undefined ? undefined : Math.max(0, newest - newestRoots);
  const roots = await rootsSince(fetchRoots, after);
  const faults = checkFeed(roots, seen, after === undefined ? undefined : after + 1);
  const hasMore = newerThan(seen, roots).length > 0;
  const isKept =
    kept !== null &&
    (faults.length > 0 ||
      !hasMore ||
      // Another look, in this tab or another one, may have kept more meanwhile.
      (await store.update((now) => [...now, ...newerThan(now, roots)].slice(-keptMax))));
  return { roots, faults, keptSince: seen[0]?.at ?? null, isKept };
}

function newerThan(kept: readonly PublishedRoot[], roots: readonly PublishedRoot[]): readonly PublishedRoot[] {
  const newest = kept.at(-1)?.number ?? 0;
  return roots.filter(({ number }) => number > newest);
}

async function rootsSince(fetchRoots: FetchRoots, after: number | undefined): Promise<readonly PublishedRoot[]> {
  if (after === undefined) return (await fetchRoots(undefined)).toReversed();
  return await rootsAfter({ fetchPage: fetchRoots, after, perPage: rootsPerPage });
}

/** `followFeed` with the server's roots and this phone's store. Another node may be a moment behind: a root that is missing is read again. */
export async function readFeed(signal: AbortSignal, atLeast = 0): Promise<RootFeed> {
  const fetchRoots: FetchRoots = (after) =>
    callBounded(listBalanceRoots, after === undefined ? {} : { after }, { bytesMax: answerBytesMax.roots, signal });
  for (let attempt = 1; ; attempt++) {
    const feed = await followFeed(fetchRoots, keptRoots);
    const isBehind = (feed.roots.at(-1)?.number ?? 0) < atLeast || feed.faults.some(({ kind }) => kind === 'withdrawn');
    if (!isBehind || attempt === 3) return feed;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
}
