import formBody from '@fastify/formbody';
import { fastify } from 'fastify';

/** The rival of the place-plan bench: Fastify parses the same form and returns JSON of the same size, and does nothing else. */
const app = fastify({ logger: false });
await app.register(formBody);
const plan = {
  id: '0000000000000000',
  number: '0/12',
  num: '10.000000',
  income: '0.000000',
  andtype: 'trend-1',
  status: 1,
  create_time: '2026-01-01T00:00:00.000Z',
  coin: 'ETH',
  multiple: 3,
  level: 1,
};
app.post('/api/Exchange/shenqing', async () => ({ status: true, info: 'The plan is placed.', url: plan }));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Clearlot is ready: ${address}\n`);
