import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { points, usdt } from '#core/money/amount.ts';
import { noPrevious, type SignedRoot, signRoot } from './root-feed.ts';

/** What differs in a feed from that number on. */
interface Deviation {
  readonly from: number;
  readonly members?: number;
  readonly hourMs?: number;
  readonly rail?: bigint;
  /** What the house has of points; null where the statement is of version 1. */
  readonly sponsorPoints?: bigint | null;
  /** Acts in the operators' log; null where the statement is of version 2. */
  readonly acts?: number | null;
  /** Which key signs. */
  readonly key?: number;
}

const firstMs = Date.UTC(2026, 10, 21, 14);

/** Points of the statements: those of version 1 have none. */
function deviationPoints(differs: boolean, { sponsorPoints = -150n }: Deviation) {
  const balance = differs ? sponsorPoints : -150n;
  if (balance === null) return null;
  const house = [{ account: 'sponsorPoints', balance: points(balance) }];
  return { points: { assistance: points(120n), promotion: points(30n), house } };
}

/** Head of the log: one act more each hour. */
function deviationLog(number: number, differs: boolean, { sponsorPoints, acts = number }: Deviation) {
  if (differs && (sponsorPoints === null || acts === null)) return null;
  const count = differs ? (acts ?? number) : number;
  return { log: { acts: count, head: bytesToHex(sha256(Uint8Array.of(count, differs && acts !== number ? 1 : 0))) } };
}

/** So many hourly roots from number 1 on, the same in every run, signed. */
export function feedOf(count: number, deviation: Deviation = { from: count + 1 }): SignedRoot[] {
  const roots: SignedRoot[] = [];
  for (let number = 1; number <= count; number++) {
    const differs = number >= deviation.from;
    const hourMs = differs ? (deviation.hourMs ?? 3_600_000) : 3_600_000;
    roots.push(
      signRoot(
        {
          number,
          at: firstMs + (number - 1) * hourMs,
          members: differs ? (deviation.members ?? 4) : 4,
          root: bytesToHex(sha256(Uint8Array.of(number))),
          total: usdt(3_500_000n),
          house: [
            { account: 'rail', balance: usdt(differs ? (deviation.rail ?? -9_500_000n) : -9_500_000n) },
            { account: 'market', balance: usdt(6_000_000n) },
          ],
          ...(deviationPoints(differs, deviation) ?? {}),
          ...(deviationLog(number, differs, deviation) ?? {}),
          previous: roots.at(-1)?.digest ?? noPrevious,
        },
        new Uint8Array(32).fill(differs ? (deviation.key ?? 1) : 1),
      ),
    );
  }
  return roots;
}
