import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type PushMessage, pushMessage } from '#contract/notifications.ts';

/** How the service answers: a status, after which time; `never` and `endless` bodies are those of a service that lies. */
export type Behaviour =
  | number
  | 'never'
  | 'endless'
  | { readonly redirectTo: string }
  | { readonly retryAfter: string };

export interface TakenMessage {
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
  /** Claims of the sender's signature (RFC 8292), verified. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** Public key of the sender, base64url. */
  readonly senderKey: string;
}

export interface PushDeviceKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushService {
  readonly address: string;
  /** A new device, with what was sent to it. */
  device(behaviour?: Behaviour): PushDeviceKeys & { readonly taken: readonly TakenMessage[] };
  behave(device: PushDeviceKeys, behaviour: Behaviour): void;
  /** Requests so far, refused ones included. */
  readonly requests: number;
  close(): Promise<void>;
}

interface Known {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
  readonly taken: TakenMessage[];
  behaviour: Behaviour;
}

/** A push service on this machine that decrypts what it takes (RFC 8291) and verifies who sent it (RFC 8292). */
export async function openPushService(): Promise<PushService> {
  const devices = new Map<string, Known>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const known = devices.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!known) return void response.writeHead(404).end();
    const { behaviour } = known;
    if (behaviour === 'never') return;
    if (typeof behaviour === 'object') {
      const isRedirect = 'redirectTo' in behaviour;
      const headers = isRedirect ? { location: behaviour.redirectTo } : { 'retry-after': behaviour.retryAfter };
      return void response.writeHead(isRedirect ? 307 : 429, headers).end();
    }
    const status = behaviour === 'endless' ? 201 : behaviour;
    if (status < 300) known.taken.push(take(known, request.headers, Buffer.concat(chunks)));
    response.writeHead(status);
    if (behaviour !== 'endless') return void response.end();
    while (!response.destroyed) {
      response.write(Buffer.alloc(65_536));
      await wait(1);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    device(behaviour = 201) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const known: Known = { ecdh, auth: randomBytes(16), taken: [], behaviour };
      const path = `/device/${randomBytes(12).toString('hex')}`;
      devices.set(path, known);
      return { endpoint: address + path, p256dh, auth: known.auth.toString('base64url'), taken: known.taken };
    },
    behave({ endpoint }, behaviour) {
      const known = devices.get(new URL(endpoint).pathname);
      if (known) known.behaviour = behaviour;
    },
    get requests() {
      return requests;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function take(device: Known, headers: IncomingHttpHeaders, body: Buffer): TakenMessage {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('the message is not encrypted as aes128gcm');
  const message = pushMessage.parse(JSON.parse(decrypt(device, body).toString('utf8')));
  const [, token = '', senderKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  return { message, headers, senderKey, claims: verifiedClaims(token, senderKey) };
}

/** RFC 8291 section 3.4 and RFC 8188: one record, whose header carries salt and the sender's one-time key. */
function decrypt({ ecdh, auth }: Known, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderPoint = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderPoint]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(senderPoint), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

function verifiedClaims(token: string, senderKey: string): TakenMessage['claims'] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(senderKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('the signature of the sender is wrong');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}
