import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { startChildServer } from './child-server.ts';
import { type DurableServer, withDurableServer } from './durable-server.ts';
import { httpLoad } from './http-load.ts';
import { fillWithMembers, memberCount, placePlanRequest } from './plan-members.ts';
import { figure, median, print } from './report.ts';

/**
 * How long members wait for their plans while somebody tries 500 passwords a second from as many addresses, against the same load
 * without them, in turn.
 */
const secondsEach = Number(process.argv[2] ?? 8);
const turns = 5;
const triesPerSecond = 500;
const planConnections = 16;
const floodConnections = 256;
const tickMs = 10;

await withDurableServer(main);

async function main(server: DurableServer): Promise<void> {
  const databaseUrl = await server.database('plans');
  const pool = createPool(databaseUrl, silentLog);
  await fillWithMembers(pool);
  await pool.end();
  const product = await startChildServer('../server/main.ts', { PORT: '0', DATABASE_URL: databaseUrl });
  const { port } = product;
  try {
    const plans = () => httpLoad({ port, connections: planConnections, seconds: secondsEach, next: placePlanRequest });
    await plans();
    const idle: number[] = [];
    const flooded: number[] = [];
    const answers = new Map<string, number>();
    for (let turn = 0; turn < turns; turn++) {
      idle.push((await plans()).p99Ms);
      const flood = beginFlood(port, answers);
      flooded.push((await plans()).p99Ms);
      await flood.stop();
    }
    print(`\nPlans at ${planConnections} connections, medians of ${turns} alternating runs`);
    figure('p99 alone', median(idle), 'ms');
    figure(`p99 under ${triesPerSecond} sign-ins a second`, median(flooded), 'ms');
    figure('times as long', median(flooded.map((one, turn) => one / (idle[turn] ?? one))), 'x', { atMost: 2 });
    print(`  sign-ins by status: ${[...answers].map(([status, count]) => `${status} ${count}`).join(', ')}`);
  } finally {
    await product.stop();
  }
}

/** Tries passwords at a steady rate (open loop), as long as a connection is free. */
function beginFlood(port: number, answers: Map<string, number>): { stop(): Promise<void> } {
  const free: Socket[] = [];
  let open = 0;
  let tries = 0;
  let isOver = false;

  const openOne = (): void => {
    open++;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => free.push(socket));
    socket.on('error', () => undefined).once('close', () => open--);
    socket.on('data', (text: string) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      if (status === undefined) return;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      free.push(socket);
    });
  };
  const run = async (): Promise<void> => {
    const begun = performance.now();
    while (!isOver) {
      const due = ((performance.now() - begun) / 1_000) * triesPerSecond;
      for (; tries < due; tries++) {
        if (open < floodConnections) openOne();
        free.pop()?.write(signInRequest(tries));
      }
      await wait(tickMs);
    }
    for (const socket of free) socket.destroy();
  };
  const running = run();
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

function signInRequest(count: number): string {
  const member = 1 + ((count * 7_919) % memberCount);
  const body = `username=bench${member}&password=wrong${count % 100_000}`;
  return [
    'POST /api/Login/walletLogin HTTP/1.1',
    'host: 127.0.0.1',
    'x-clearlot: 1',
    // A proxy on loopback is trusted: each try comes from a network of its own.
    `x-forwarded-for: 10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
