import { startChildServer } from './child-server.ts';
import { withDurableServer } from './durable-server.ts';
import { httpLoad } from './http-load.ts';
import { processorSeconds } from './processor-time.ts';
import { figure, print, race } from './report.ts';

/**
 * The reads that anybody may ask for, against node:http sending the same bytes and doing nothing else. What matters to the machine
 * is the processor time of one answer; the captcha is drawn for each caller and has no such rival in earnest.
 */
const reads = [
  { name: 'help', path: '/api/page/help' },
  { name: 'help, searched for', path: '/api/page/help?search=plan' },
  { name: 'markets', path: '/api/ajax/allcoin_a/id/1/type/0' },
  { name: 'candles', path: '/api/ajax/kxianb/name/ETH/time/1h' },
  { name: 'captcha', path: '/api/verify/code' },
] as const;
const connections = 64;
const seconds = Number(process.argv[2] ?? 4);

await withDurableServer(async (server) => {
  const environment = { PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', DATABASE_URL: await server.database('reads') };
  const product = await startChildServer('../server/main.ts', environment);
  const rival = await startChildServer('bare-reads.ts', {
    SOURCE: `http://127.0.0.1:${product.port}`,
    PATHS: reads.map(({ path }) => path).join(' '),
  });
  try {
    for (const { name, path } of reads) {
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`;
      const load = (port: number, more = '') =>
        httpLoad({ port, connections, seconds, next: () => `${head}${more}\r\n` });
      await race({
        title: name,
        unit: 'answers/s',
        better: 'higher',
        runs: 3,
        contenders: [
          { name: 'Clearlot', run: async () => (await load(product.port)).requestsPerSecond },
          { name: 'node:http, the same bytes', run: async () => (await load(rival.port)).requestsPerSecond },
        ],
      });
      const before = processorSeconds(product.processId);
      const { answers, p99Ms } = await load(product.port);
      figure('processor time of one answer', ((processorSeconds(product.processId) - before) / answers) * 1_000, 'ms');
      figure('p99', p99Ms, 'ms');
    }
    print('');
  } finally {
    await rival.stop();
    await product.stop();
  }
});
