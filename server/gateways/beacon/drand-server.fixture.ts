import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { genuineRounds } from '#core/fairness/quicknet.fixture.ts';
import { quicknet } from '#core/fairness/quicknet.ts';

/** A server of drand’s HTTP interface with the genuine rounds, which can be made to fail. */
export interface DrandServer {
  readonly url: string;
  /** The paths of the requests so far. */
  readonly requested: string[];
  /** Handles every request by itself from now on; null for genuine responses. */
  respond(handler: ((round: number, response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

/** The JSON that drand publishes of one of its genuine rounds; null for a round that it does not have. */
export function genuine(round: number): object | null {
  return genuineRounds.find((one) => one.round === round) ?? null;
}

export async function openDrandServer(): Promise<DrandServer> {
  let handler: ((round: number, response: ServerResponse) => void) | null = null;
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    const [, chain, round] = /^\/([0-9a-f]{64})\/public\/(\d+)$/.exec(path) ?? [];
    if (handler) return handler(Number(round), response);
    const published = chain === quicknet.chain ? genuine(Number(round)) : null;
    response.writeHead(published ? 200 : 404).end(JSON.stringify(published ?? { error: 'unknown' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    respond: (next) => {
      handler = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
