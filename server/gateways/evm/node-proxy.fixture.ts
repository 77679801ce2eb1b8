import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface NodeProxy {
  readonly url: string;
  /** The requests, as "method first-parameter". */
  readonly asked: string[];
  /** Forwards requests to another node from now on; null cuts every connection. */
  leadTo(url: string | null): void;
  /** Runs a callback once, just before that request is forwarded. */
  before(question: string, act: () => Promise<void>): void;
  close(): Promise<void>;
}

/** A proxy of a chain's node that can fail or forward to another node. */
export async function openNodeProxy(target: string): Promise<NodeProxy> {
  let url: string | null = target;
  const asked: string[] = [];
  const acts = new Map<string, () => Promise<void>>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (url === null) return void request.socket.destroy();
    const { method, params } = JSON.parse(body);
    const question = `${method} ${JSON.stringify(params?.[0] ?? '')}`;
    asked.push(question);
    const act = acts.get(question);
    acts.delete(question);
    await act?.();
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/s3cret`,
    asked,
    leadTo: (next) => {
      url = next;
    },
    before: (question, act) => void acts.set(question, act),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
