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

const responseWithinMs = 5_000;
const responseBytesMax = 4_096;

const publishedRound = z.object({
  round: z.int(),
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
});

/** drand’s quicknet. The servers are asked one after another until one responds with the round and its genuine signature. */
export function drandBeacon(servers: readonly string[], log: Log): BeaconSource {
  return {
    kind: 'drand',
    plan: (round) => drandPlanFor(timesOf(round).closesAt),
    async fetch(_round, plan, signal) {
      if (plan.kind !== 'drand' || plan.chain !== quicknet.chain) return null;
      for (const server of servers) {
        const found = await fromServer(server, plan, signal).catch((error: unknown) => {
          log.warn({ server, drandRound: plan.round, err: error }, 'a drand server failed');
          return null;
        });
        if (found || signal.aborted) return found;
      }
      return null;
    },
  };
}

/** A server’s response, checked; null where it does not have the round yet. Throws where it fails, or has another one. */
async function fromServer(
  server: string,
  { chain, round }: Extract<BeaconPlan, { kind: 'drand' }>,
  signal: AbortSignal,
): Promise<Beacon | null> {
  const response = await fetch(`${server}/${chain}/public/${round}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(responseWithinMs)]),
    redirect: 'error',
  });
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
