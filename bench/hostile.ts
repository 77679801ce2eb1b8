import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Phone } from '#server/test/phone.fixture.ts';
import { startChildServer } from './child-server.ts';
import { withDurableServer } from './durable-server.ts';
import { processorSeconds } from './processor-time.ts';
import { figure, print, shortNumber } from './report.ts';

/**
 * How long a member waits while hostile clients hold connections open: silent ones, slow heads and bodies, streams, answers that are
 * not read, and calls of one account that is signed in. Each call of the member comes over a connection of its own, which is the worst case.
 */
const connections = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 30);
/** Addresses that each kind comes from: 1 is a single attacker, many are a botnet. */
const addresses = Number(process.argv[4] ?? 50);
/** One kind of them, or all. */
const only = process.argv[5] ?? '';
const code = 'TEST7';
const callEveryMs = 50;

await withDurableServer(async (server) => {
  const product = await startChildServer('../server/main.ts', {
    PORT: '0',
    LOG_LEVEL: 'error',
    VERIFY_CODE_TEST: code,
    CARD_KEY: '7'.repeat(64),
    // Loopback addresses stand for networks here: none is a proxy.
    TRUSTED_PROXIES: '192.0.2.1',
    DATABASE_URL: await server.database('hostile'),
  });
  const address = `http://127.0.0.1:${product.port}`;
  const member = new Phone(address);
  await member.register('hostile1', code);
  const villain = new Phone(address);
  await villain.register('hostile2', code);
  const hostile = await startChildServer(
    'hostile-clients.ts',
    { COOKIE: villain.cookie },
    [],
    [...[product.port, connections, addresses].map(String), only],
  );
  try {
    const waits: number[] = [];
    const processorBefore = processorSeconds(product.processId);
    const failures: string[] = [];
    const calls: Promise<void>[] = [];
    for (const end = Date.now() + seconds * 1_000; Date.now() < end; await wait(callEveryMs)) {
      const begun = performance.now();
      const call = askOnce(`${address}/api/user/center`, member.cookie).then(
        (status) => {
          waits.push(performance.now() - begun);
          if (status !== 200) failures.push(`status ${status}`);
        },
        (error: unknown) => void failures.push(String(error)),
      );
      calls.push(call);
    }
    await Promise.all(calls);
    const processor = (processorSeconds(product.processId) - processorBefore) / seconds;
    waits.sort((one, other) => one - other);
    print(`\n${connections} hostile connections for ${seconds} s, each kind from ${addresses} addresses`);
    print(`  the member's calls: ${waits.length}, median ${shortNumber(waits[waits.length >> 1] ?? Number.NaN)} ms`);
    figure('p99', waits[Math.floor(waits.length * 0.99)] ?? Number.NaN, 'ms');
    figure('slowest', waits.at(-1) ?? Number.NaN, 'ms', { atMost: 1_000 });
    figure('processor that the server took', processor * 100, '%');
    figure('calls that failed', failures.length, 'calls', { atMost: 0 });
    for (const failure of new Set(failures)) print(`  ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await hostile.stop();
    await product.stop();
  }
});

function askOnce(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent: false, headers: { cookie }, timeout: 20_000 }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    asked.once('timeout', () => asked.destroy(new Error('no answer within 20 s')));
    asked.once('error', reject);
  });
}
