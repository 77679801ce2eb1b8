import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { insertOperatorSession, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { newToken } from '#server/platform/secret-token.ts';
import { callOver, openEvents } from './chat-client.ts';
import { type EndToEnd, throughPostgres, throughTheServer } from './chat-ends.ts';
import { startChildServer } from './child-server.ts';
import { withDurableServer } from './durable-server.ts';
import { httpLoad } from './http-load.ts';
import { fillWithMembers, memberCookie, memberCount, memberRequest, placePlanRequest } from './plan-members.ts';
import { figure, milliseconds, print, race } from './report.ts';

/**
 * With an open conversation of each member on one server: messages sent over HTTP against plans; messages of several members at once, read by
 * a person at the operators' stream, against PostgreSQL alone; how soon one message is read on the other side, either way; a page of the inbox.
 */
const connectionCount = 64;
const messageCount = 500;
const pageCount = 100;
const goalMs = 100;
const senderCount = 8;
const endsSeconds = 2;
let sent = 0;

await withDurableServer(async (server) => {
  const databaseUrl = await server.database('chat');
  const pool = createPool(databaseUrl, silentLog);
  await fillWithMembers(pool);
  await pool.query(
    `select send_support_message(id, 'member', null, 'bench ' || id, 'Hello', null, null, null, '{}', 2000) from member`,
  );
  const operatorToken = newToken();
  await insertOperators(pool, { bench: 'support' });
  await insertOperatorSession(pool, 'bench', operatorToken);
  await pool.query('vacuum analyze');
  const { rows: open } = await pool.query<{ count: number }>(
    'select count(*)::int as count from support_conversation where closed_at is null',
  );
  const openCount = open[0]?.count ?? 0;
  if (openCount !== memberCount) throw new Error(`${openCount} of ${memberCount} conversations are open`);
  const product = await startChildServer('../server/main.ts', {
    ...{ PORT: '0', DATABASE_URL: databaseUrl, RATE_LIMIT: 'off' },
  });
  const load = (next: () => string) =>
    httpLoad({ port: product.port, connections: connectionCount, seconds: 5, next }).then(
      (one) => one.requestsPerSecond,
    );
  try {
    await race({
      title: `Messages over HTTP, ${connectionCount} connections, ${openCount} open conversations`,
      unit: 'requests/s',
      better: 'higher',
      contenders: [
        { name: 'send a message', run: () => load(() => memberRequest('/api/chat/send', nextMessage(), sent)) },
        { name: 'place a plan', run: () => load(placePlanRequest) },
      ],
    });
    await measureEnds(product.port, databaseUrl, `clearlot_operator=${operatorToken}`);
    await measureDelays(product.port, `clearlot_operator=${operatorToken}`);
  } finally {
    await product.stop();
    await pool.end();
  }
});

/** Fields of a message that was not sent before. */
function nextMessage(): string {
  sent += 1;
  return `id=bench-${process.pid}-${String(sent).padStart(12, '0')}&text=Hello`;
}

/** Messages of several members at once to a person who reads each of them, beside what PostgreSQL alone needs for as much. */
async function measureEnds(port: number, databaseUrl: string, operator: string): Promise<void> {
  const members = Array.from({ length: senderCount }, (_, place) => memberCookie(place + 1));
  const contenders = (figureOf: (ends: EndToEnd) => number) =>
    [
      {
        name: 'member to operator',
        run: async () => figureOf(await throughTheServer({ port, members, operator, seconds: endsSeconds })),
      },
      {
        name: 'PostgreSQL alone: insert, notify, select',
        run: async () => figureOf(await throughPostgres(databaseUrl, senderCount, endsSeconds)),
      },
    ] as const;
  await race({
    title: `From sending a message to reading it on the other side, 95 of 100, ${senderCount} members at once`,
    unit: 'ms',
    better: 'lower',
    contenders: contenders(({ p95 }) => p95),
    goals: [{ figure: goalMs }],
  });
  await race({
    title: `Messages read on the other side, ${senderCount} members at once`,
    unit: 'messages/s',
    better: 'higher',
    contenders: contenders(({ perSecond }) => perSecond),
  });
}

async function measureDelays(port: number, operator: string): Promise<void> {
  const member = memberCookie(1);
  const [asMember, asOperator] = [callOver(port, member), callOver(port, operator)];
  const number = /"userid":"?(\w+)/.exec(await asMember.get('/api/api/wallet'))?.[1] ?? '';
  const ways = [
    {
      title: 'from the member to the operator, who reads the chat',
      events: { path: '/api/operator/stream', cookie: operator, name: 'changed' },
      send: () => asMember.post('/api/chat/send', nextMessage()),
      read: () => asOperator.get(`/api/operator/chat/log?member=${number}`),
    },
    {
      title: 'from the operator to the member, who reads the chat',
      events: { path: '/api/stream', cookie: member, name: 'chat' },
      send: () => asOperator.post('/api/operator/chat/answer', `member=${number}&through=1&${nextMessage()}`),
      read: () => asMember.get('/api/chat/log'),
    },
  ];
  for (const { title, events, send, read } of ways) {
    const stream = await openEvents(port, events);
    const delays: number[] = [];
    for (let count = 0; count < messageCount; count += 1) {
      const hint = stream.next();
      const began = performance.now();
      const answered = send();
      const id = `bench-${process.pid}-${String(sent).padStart(12, '0')}`;
      await hint;
      // A hint of something earlier may come first.
      while (!(await read()).includes(id));
      delays.push(performance.now() - began);
      await answered;
    }
    stream.close();
    print(`\n${messageCount} messages one after another, ${title}`);
    quantiles(delays);
  }
  const pages: number[] = [];
  const inbox = '/api/operator/chat/conversations?queue=waiting';
  for (let count = 0; count < pageCount; count += 1) pages.push(await milliseconds(() => asOperator.get(inbox)));
  print(`\n${pageCount} times the first page of the inbox`);
  quantiles(pages);
  asMember.close();
  asOperator.close();
}

function quantiles(delays: number[]): void {
  delays.sort((one, other) => one - other);
  const quantile = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  figure('median', quantile(0.5), 'ms');
  figure('95 of 100', quantile(0.95), 'ms', { atMost: goalMs });
}
