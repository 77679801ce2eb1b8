import { useQuery } from '@tanstack/react-query';
import { type BalanceProof, getBalanceProof, listBalanceRoots } from '#contract/proofs.ts';
import { answerBytesMax, callBounded } from '#web/platform/api/bounded-call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { spanAround } from '#web/platform/snapshot-span.ts';
import { type BalanceCheck, checkBalance, checkLeftOut, differenceOf } from './balance-check.ts';
import { balanceToKeep, readKeptBalance, writeKeptBalance } from './kept-balance.ts';
import { readOwnRecords } from './own-records.ts';
import { type RootFeed, readFeed } from './root-feed.ts';

/** A new tree is published every hour. */
const lookAgainMs = 60_000;

/** The public roots, held against those that this phone has kept. */
export function useListBalanceRoots() {
  return useQuery({
    queryKey: readKey(listBalanceRoots, {}, 'feed'),
    queryFn: ({ signal }) => readFeed(signal),
    refetchInterval: lookAgainMs,
  });
}

/** A member's check of their own balance. */
export interface OwnCheck extends BalanceCheck {
  /** Null where the server says that the member joined after the newest tree. */
  readonly proof: BalanceProof | null;
  readonly feed: RootFeed;
  /** When the balance was kept that the records were held against; null where there was none. */
  readonly keptAt: number | null;
}

/** The member's proof in the newest tree, then the public roots, in this order, so that its root is among them; then the own records. */
export function useGetBalanceProof(username: string) {
  return useQuery({
    queryKey: readKey(getBalanceProof, {}, 'checked'),
    queryFn: ({ signal }) => checkOwn(username, signal),
    refetchInterval: lookAgainMs,
  });
}

async function readProof(signal: AbortSignal): Promise<BalanceProof | null> {
  const bounds = { bytesMax: answerBytesMax.balanceProof, signal };
  return await callBounded(getBalanceProof, {}, bounds).catch((error: unknown) => {
    if (refusalCode(error) === 'balanceNotInTree') return null;
    throw error;
  });
}

async function checkOwn(username: string, signal: AbortSignal): Promise<OwnCheck> {
  let proof = await readProof(signal);
  let feed = await readFeed(signal, proof?.published.number);
  const newest = feed.roots.at(-1)?.number ?? 0;
  if ((proof?.published.number ?? 0) < newest) {
    // A tree was published between the two reads: a member of the older one may be left out of the newer, and a new one be in it alone.
    proof = await readProof(signal);
    if (proof && proof.published.number > newest) feed = await readFeed(signal, proof.published.number);
  }
  const at = proof?.published.at ?? feed.roots.at(-1)?.at;
  if (at === undefined) {
    // No tree yet: nobody can be in one. Where this phone has seen one, it was withdrawn.
    const differences = feed.faults.map(differenceOf);
    return { proof, feed, keptAt: null, matches: differences.length === 0, differences };
  }
  const span = spanAround(at);
  const kept = await readKeptBalance(username);
  // A transfer that waited for another one's commit is newer and dated earlier: it may be the last of its page.
  const own = await readOwnRecords(span.from, signal, kept ? spanAround(kept.at).from : span.from);
  const evidence = { username, roots: feed.roots, faults: feed.faults, span, own, kept, newest };
  const check = proof ? checkBalance(proof, evidence) : checkLeftOut(evidence);
  const toKeep = check.matches ? balanceToKeep(own) : null;
  if (toKeep) await writeKeptBalance(username, toKeep);
  return { ...check, proof, feed, keptAt: kept?.at ?? null };
}
