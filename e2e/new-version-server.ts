import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NewVersionServer {
  readonly address: string;
  /** Serves the app as another version: a different worker, and `meta[name=version]` in the page. */
  release(version: string): void;
  stop(): Promise<void>;
}

/** A proxy of the server under test that can serve a new version of the web app. */
export async function openNewVersionServer(behind: string): Promise<NewVersionServer> {
  let version: string | null = null;
  const server = createServer((incoming, reply) => pass(incoming, reply, behind, version));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    release: (next) => {
      version = next;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

function pass(incoming: IncomingMessage, reply: ServerResponse, behind: string, version: string | null): void {
  const changes = version === null ? undefined : changeOf(incoming, version);
  const headers = changes === undefined ? incoming.headers : { ...incoming.headers, 'accept-encoding': 'identity' };
  const onward = request(new URL(incoming.url ?? '/', behind), { method: incoming.method, headers }, (response) => {
    if (changes === undefined) {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
      return;
    }
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => {
      const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...kept } = response.headers;
      reply.writeHead(response.statusCode ?? 502, kept);
      reply.end(changes(Buffer.concat(parts).toString()));
    });
  });
  onward.on('error', () => reply.destroy());
  reply.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

function changeOf({ url, headers }: IncomingMessage, version: string): ((text: string) => string) | undefined {
  if (url === '/service-worker.js') return (text) => text.replace(/"version":"\w+"/, `"version":"${version}"`);
  const isPage = url === '/index.html' || (headers.accept?.includes('text/html') ?? false);
  return isPage ? (text) => text.replace('<head>', `<head><meta name="version" content="${version}">`) : undefined;
}
