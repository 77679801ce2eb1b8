import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Beacon, type BeaconPlan, drandPlanFor } from '#core/fairness/beacon.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { quicknet } from '#core/fairness/quicknet.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import type { BeaconSource } from '#server/features/rounds/beacon-source.ts';
import type { Log } from '#server/platform/log.ts';

/** Public servers of drand’s HTTP interface. Any of them will do: what they respond with is signed. */
export const drandServers: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

/** A server that has not responded by then is still waited for, and the next one is asked beside it: four are asked within half of a caller’s three seconds. */
const nextServerAfterMs = 400;
const responseBytesMax = 4_096;

const publishedRound = z.object({
  round: z.int(),
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
});

/** drand’s quicknet. The servers are asked one after another, none waited for alone, until one responds with the round and its genuine signature. */
export function drandBeacon(servers: readonly string[], log: Log, waitMs: number = nextServerAfterMs): BeaconSource {
  return {
    kind: 'drand',
    plan: (round) => drandPlanFor(timesOf(round).closesAt),
    async fetch(_round, plan, signal) {
      if (plan.kind !== 'drand' || plan.chain !== quicknet.chain) return null;
      const found = new AbortController();
      const ask = (server: string) =>
        fromServer(server, plan, AbortSignal.any([signal, found.signal])).catch((error: unknown) => {
          if (!found.signal.aborted) log.warn({ server, drandRound: plan.round, err: error }, 'a drand server failed');
          return null;
        });
      try {
        return await firstFound(servers, ask, waitMs, AbortSignal.any([signal, found.signal]));
      } finally {
        found.abort();
      }
    },
  };
}

/** What the first server finds that finds anything; null where none of them does, or at the signal. */
async function firstFound(
  [server, ...others]: readonly string[],
  ask: (server: string) => Promise<Beacon | null>,
  waitMs: number,
  signal: AbortSignal,
): Promise<Beacon | null> {
  if (server === undefined || signal.aborted) return null;
  const asked = ask(server);
  const waited = delay(waitMs, null, { signal }).catch(() => null);
  const found = await Promise.race([asked, waited]);
  return found ?? (await eitherFound(asked, firstFound(others, ask, waitMs, signal)));
}

async function eitherFound(...searches: Promise<Beacon | null>[]): Promise<Beacon | null> {
  const orThrow = (found: Beacon | null): Beacon => {
    if (!found) throw new Error('not found');
    return found;
  };
  return await Promise.any(searches.map((search) => search.then(orThrow))).catch(() => null);
}

/** A server’s response, checked; null where it does not have the round yet. Throws where it fails, or has another one. */
async function fromServer(
  server: string,
  { chain, round }: Extract<BeaconPlan, { kind: 'drand' }>,
  signal: AbortSignal,
): Promise<Beacon | null> {
  const response = await fetch(`${server}/${chain}/public/${round}`, { signal, redirect: 'error' });
  const body = await boundedText(response);
  if (response.status === 404 || response.status === 425) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  const published = publishedRound.parse(JSON.parse(body));
  if (published.round !== round) throw new Error(`round ${published.round} instead of ${round}`);
  const { signature } = published;
  if (!isDrandSigned(round, signature)) throw new Error(`a signature that is not quicknet’s of round ${round}`);
  return { kind: 'drand', round, signature };
}

/** The whole body, at most 4 kB. Throws beyond. */
async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > responseBytesMax) throw new Error(`more than ${responseBytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
