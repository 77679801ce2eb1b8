import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import { quicknet } from '#core/fairness/quicknet.ts';
import { fixturePublicKey, fixtureSignature } from '#core/fairness/transcript.fixture.ts';

/** A drand network of this machine: signs any round as soon as it is asked for. */
export interface LocalDrand {
  readonly url: string;
  /** From now on it responds with another round's signature. */
  lie(): void;
  stop(): Promise<void>;
}

export async function openLocalDrand(): Promise<LocalDrand> {
  let isLying = false;
  const server = createServer((request, response) => {
    const round = Number(/\/public\/(\d+)$/.exec(request.url ?? '')?.[1]);
    response.end(JSON.stringify({ round, signature: fixtureSignature(isLying ? round + 1 : round) }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: () => {
      isLying = true;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** Lets the phone check signatures with the local network's key instead of quicknet's. Resolves to how many scripts had it, once they were loaded. */
export async function trustLocalDrand(context: BrowserContext): Promise<() => number> {
  let replaced = 0;
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    if (!script.includes(quicknet.publicKey)) return await route.fulfill({ response });
    replaced++;
    await route.fulfill({ response, body: script.replace(quicknet.publicKey, fixturePublicKey) });
  });
  return () => replaced;
}
