import { connect, type Socket } from 'node:net';

/** What a hostile client does with a connection. Each holds it open as long as the server lets it. */
export const hostileKinds = ['silent', 'slowHead', 'slowBody', 'stream', 'deaf', 'signedIn'] as const;

export type HostileKind = (typeof hostileKinds)[number];

export interface HostileClients {
  /** Connections that are open at this moment. */
  readonly open: number;
  /** Connections that the server closed, since the start. */
  readonly closed: number;
  stop(): void;
}

export interface HostileOptions {
  readonly port: number;
  readonly kind: HostileKind;
  readonly count: number;
  /** Address that a connection comes from, by its number; loopback has 2^24 of them. */
  readonly addressOf?: (number: number) => string;
  /** Wait before a closed connection is opened again; null for never. */
  readonly againAfterMs?: number | null;
  /** Path of something large, for `deaf`. */
  readonly largePath?: string;
  /** Session of one account that is signed in, for `signedIn`. */
  readonly cookie?: string;
}

const trickleMs = 2_000;

/** Opens hostile connections and keeps them up. */
export function openHostileClients(options: HostileOptions): HostileClients {
  const { port, count, addressOf = () => '127.0.0.1', againAfterMs = null } = options;
  const sockets = new Set<Socket>();
  let open = 0;
  let closed = 0;
  let isStopped = false;

  const start = (number: number): void => {
    if (isStopped) return;
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(number) });
    sockets.add(socket);
    let isOpen = false;
    socket.once('connect', () => {
      isOpen = true;
      open += 1;
      behave(socket, options);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      if (isOpen) {
        open -= 1;
        closed += 1;
      }
      if (againAfterMs !== null && !isStopped) setTimeout(() => start(number), againAfterMs).unref();
    });
  };
  for (let number = 0; number < count; number++) start(number);

  const trickle = setInterval(() => {
    for (const socket of sockets) if (!socket.connecting) sendMore(socket, options);
  }, trickleMs);
  return {
    get open() {
      return open;
    },
    get closed() {
      return closed;
    },
    stop() {
      isStopped = true;
      clearInterval(trickle);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function behave(socket: Socket, { kind, cookie = '', largePath = '/api/openapi.json' }: HostileOptions): void {
  switch (kind) {
    case 'silent':
      socket.resume();
      return;
    case 'slowHead':
      socket.resume();
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
      return;
    case 'slowBody':
      socket.resume();
      socket.write(
        'POST /api/login/uplogin HTTP/1.1\r\nHost: localhost\r\nX-Clearlot: 1\r\n' +
          'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nusername=',
      );
      return;
    case 'stream':
      socket.resume();
      socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return;
    case 'deaf':
      // Never reads, so the response stays in the server's buffers.
      socket.pause();
      socket.write(`GET ${largePath} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(3));
      return;
    case 'signedIn':
      socket.resume();
      socket.write(ownRequest(cookie));
  }
}

const ownRequest = (cookie: string): string =>
  `GET /api/user/center HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;

function sendMore(socket: Socket, { kind, cookie = '' }: HostileOptions): void {
  if (kind === 'signedIn') socket.write(ownRequest(cookie));
  if (kind === 'slowHead') socket.write('X-More: a\r\n');
  if (kind === 'slowBody') socket.write('a');
}
