import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { figure, median, print, race } from './report.ts';

/**
 * Prices to many phones: every phone has the tick before the next one is published, so a run's messages a second are what the
 * server can really deliver. The product's event stream against Socket.IO over WebSockets, each in a process of its own with the
 * same plain sockets as its phones; memory is what the server's process grew by, for each phone.
 */
export type FanOutOrder = 'publish' | 'measure';
export type FanOutAnswer = Opened | Spent;

interface Opened {
  readonly port: number;
  readonly frameBytes: number;
}

interface Spent {
  readonly residentBytes: number;
  readonly processorMs: number;
}

const sizes = [1_000, 9_000] as const;
const secondsEach = Number(process.argv[2] ?? 3);
const connectedTogether = 100;

type Kind = 'event stream' | 'Socket.IO';

/** One server with all its phones connected. */
class Crowd {
  readonly bytesPerPhone: number;
  readonly delaysMs: number[] = [];
  /** What the server's processor time was spent on. */
  #messages = 0;
  #processorMs = 0;
  readonly #server: ChildProcess;
  readonly #phones: readonly Socket[];
  readonly #frameBytes: number;
  /** Bytes still to be received, by phone. */
  #due = 0;
  #delivered: () => void = () => undefined;

  private constructor(server: ChildProcess, phones: readonly Socket[], frameBytes: number, bytesPerPhone: number) {
    this.#server = server;
    this.#phones = phones;
    this.#frameBytes = frameBytes;
    this.bytesPerPhone = bytesPerPhone;
    for (const phone of phones) {
      phone.removeAllListeners('data').on('data', (chunk) => {
        this.#due -= chunk.length;
        if (this.#due <= 0) this.#delivered();
      });
    }
  }

  static async gather(kind: Kind, size: number): Promise<Crowd> {
    const server = fork(new URL('fan-out-server.ts', import.meta.url), [kind === 'Socket.IO' ? 'socket.io' : 'ours'], {
      execArgv: ['--expose-gc'],
    });
    const [opened] = (await once(server, 'message')) as [FanOutAnswer];
    if (!('port' in opened)) throw new Error('the server did not say where it listens');
    const before = (await spentBy(server)).residentBytes;
    const phones: Socket[] = [];
    while (phones.length < size) {
      const count = Math.min(connectedTogether, size - phones.length);
      const join = kind === 'Socket.IO' ? joinSocketIo : joinStream;
      phones.push(...(await Promise.all(Array.from({ length: count }, () => join(opened.port)))));
    }
    const after = (await spentBy(server)).residentBytes;
    return new Crowd(server, phones, opened.frameBytes, (after - before) / size);
  }

  /** Processor time of the server for one message, in microseconds: unlike the rate it hardly depends on other load of the machine. */
  get processorMicros(): number {
    return (this.#processorMs * 1_000) / this.#messages;
  }

  /** Publishes tick after tick and returns the messages per second that arrived. */
  async run(seconds: number): Promise<number> {
    const before = (await spentBy(this.#server)).processorMs;
    const start = performance.now();
    let ticks = 0;
    while (performance.now() - start < seconds * 1_000) {
      const sentAt = performance.now();
      this.#due = this.#frameBytes * this.#phones.length;
      const delivered = new Promise<void>((resolve) => {
        this.#delivered = resolve;
      });
      this.#server.send('publish' satisfies FanOutOrder);
      await delivered;
      this.delaysMs.push(performance.now() - sentAt);
      ticks++;
    }
    const elapsedSeconds = (performance.now() - start) / 1_000;
    this.#processorMs += (await spentBy(this.#server)).processorMs - before;
    this.#messages += ticks * this.#phones.length;
    return (ticks * this.#phones.length) / elapsedSeconds;
  }

  leave(): void {
    for (const phone of this.#phones) phone.destroy();
    this.#server.kill();
  }
}

async function spentBy(server: ChildProcess): Promise<Spent> {
  server.send('measure' satisfies FanOutOrder);
  const [answer] = (await once(server, 'message')) as [FanOutAnswer];
  if (!('residentBytes' in answer)) throw new Error('the server did not say its size');
  return answer;
}

function joinStream(port: number): Promise<Socket> {
  return joined(port, 'GET / HTTP/1.1\r\nhost: bench\r\n\r\n', (text) => text.includes('retry: '));
}

/** The upgrade, then the client's "connect" (a masked text frame of "40", mask of zeros) and the server's confirmation. */
async function joinSocketIo(port: number): Promise<Socket> {
  const upgrade = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'host: bench',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  const socket = await joined(port, `${upgrade.join('\r\n')}\r\n\r\n`, (text) => text.includes('"sid"'));
  socket.removeAllListeners('data');
  const accepted = new Promise<void>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (/40\{"sid":"[^"]+"\}/.test(text)) resolve();
    });
  });
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  await accepted;
  return socket;
}

function joined(port: number, request: string, isIn: (text: string) => boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let text = '';
    socket.once('error', reject);
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isIn(text)) resolve(socket);
    });
  });
}

for (const size of sizes) {
  const [ours, theirs] = [await Crowd.gather('event stream', size), await Crowd.gather('Socket.IO', size)];
  await race({
    title: `Prices to ${size.toLocaleString('en-US')} phones`,
    unit: 'messages/s',
    better: 'higher',
    contenders: [
      { name: 'event stream', run: () => ours.run(secondsEach) },
      { name: 'Socket.IO', run: () => theirs.run(secondsEach) },
    ],
    goals: [{ against: 'Socket.IO', ratio: 2 }],
  });
  const delays = ours.delaysMs.toSorted((left, right) => left - right);
  print(`  a tick has reached every phone after ${median(delays).toFixed(1)} ms (median)`);
  figure('p99 of it', delays[Math.floor(delays.length * 0.99)] ?? Number.NaN, 'ms', { atMost: 100 });
  const [own, other] = [ours.processorMicros, theirs.processorMicros];
  print(
    `  processor time of a message: ${own.toFixed(1)} µs against ${other.toFixed(1)} µs, ${(other / own).toFixed(2)}x`,
  );
  figure('memory of a phone against Socket.IO', ours.bytesPerPhone / theirs.bytesPerPhone, 'x', { atMost: 0.7 });
  print(`  (${(ours.bytesPerPhone / 1_024).toFixed(1)} kB and ${(theirs.bytesPerPhone / 1_024).toFixed(1)} kB)`);
  ours.leave();
  theirs.leave();
}
