import { connect, type Socket } from 'node:net';

export interface HttpLoad {
  readonly answers: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request, whole, as it goes over the wire. */
  next(): string;
}

/**
 * Load over keep-alive connections, each sending its next request when the last one was answered. Plain sockets: a client
 * library would take from the server the very processor time that is being measured. Any answer but 200 ends it.
 */
export async function httpLoad({ port, connections, seconds, next }: LoadOptions): Promise<HttpLoad> {
  const waits: number[] = [];
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(sockets.map((socket) => drive(socket, end, next, waits)));
  const elapsedSeconds = (performance.now() - start) / 1_000;
  waits.sort((left, right) => left - right);
  const quantile = (share: number): number => waits[Math.floor(waits.length * share)] ?? Number.NaN;
  return {
    answers: waits.length,
    requestsPerSecond: waits.length / elapsedSeconds,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject).once('connect', () => resolve(socket));
  });
}

function drive(socket: Socket, end: number, next: () => string, waits: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = performance.now();
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(`refused: ${received}`));
      received = '';
      const now = performance.now();
      waits.push(now - sentAt);
      if (now < end) {
        sentAt = now;
        socket.write(next());
        return;
      }
      socket.end();
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed a connection')));
    socket.write(next());
  });
}

const lengthHeader = /\r\ncontent-length: (\d+)/i;

function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = Number(lengthHeader.exec(text)?.[1]);
  if (!Number.isFinite(length)) throw new Error(`an answer without its length: ${text.slice(0, headEnd)}`);
  return text.length >= headEnd + 4 + length;
}
