import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '#server/platform/certificate.fixture.ts';

export interface TlsProxy {
  readonly port: number;
  /** The authority that its certificate is signed by, PEM. */
  readonly authority: string;
  /** Where what it takes is sent on to. */
  forwardTo(address: string): void;
  close(): Promise<void>;
}

export interface TlsProxyOptions {
  /** Name in the certificate. */
  readonly name: string;
  /** Address that it speaks to the server from. */
  readonly localAddress: string;
}

/** Ends TLS (HTTP/2 and HTTP/1.1) in front of a server, as Caddy or nginx do, with a certificate made for it. */
export async function openTlsProxy({ name, localAddress }: TlsProxyOptions): Promise<TlsProxy> {
  const { key, certificate, authority } = await makeCertificate(name);
  let target = '';
  const server: Http2SecureServer = createSecureServer({ key, cert: certificate, allowHTTP1: true });
  server.on('request', (asked: Http2ServerRequest, answer: Http2ServerResponse) => {
    forward(asked as unknown as IncomingMessage, answer as unknown as ServerResponse, new URL(target), localAddress);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    authority,
    forwardTo(address) {
      target = address;
    },
    async close() {
      server.close();
    },
  };
}

const hopHeaders = /^(connection|keep-alive|transfer-encoding|upgrade|proxy-connection|te)$/;

function forward(asked: IncomingMessage, answer: ServerResponse, { hostname, port }: URL, localAddress: string): void {
  const own = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':') && !hopHeaders.test(name));
  const before = asked.headers['x-forwarded-for'];
  const caller = asked.socket.remoteAddress ?? '';
  const headers = {
    ...Object.fromEntries(own),
    host: String(asked.headers[':authority'] ?? asked.headers.host),
    'x-forwarded-for': before === undefined ? caller : `${String(before)}, ${caller}`,
    'x-forwarded-proto': 'https',
  };
  const sent = request({ hostname, port, localAddress, method: asked.method, path: asked.url, headers }, (received) => {
    const kept = Object.entries(received.headers).filter(([header]) => !hopHeaders.test(header));
    answer.writeHead(received.statusCode ?? 502, Object.fromEntries(kept));
    received.pipe(answer);
  });
  sent.on('error', () => answer.destroy());
  answer.once('close', () => sent.destroy());
  asked.pipe(sent);
}
