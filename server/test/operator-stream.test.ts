import { get } from 'node:http';
import { expect, test } from 'vitest';
import { unattendedHeader, unattendedHeaderValue } from '#contract/envelope.ts';
import { startApp } from '#server/app.ts';
import { operatorSessionId } from '#server/features/operators/operator-sessions.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { hashToken } from '#server/platform/secret-token.ts';
import { type Desk, openDeskAt } from './desk.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

/** Two nodes of one database. */
const world = await openForFile(async () => {
  const database = await createTestDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, CARD_KEY: '7'.repeat(64) });
  const start = () =>
    startApp({ ...config, rateLimit: false }, silentLog, (error) => {
      throw error;
    });
  const nodes = [await start(), await start()];
  const bus = await openBus(database.pool, database.url, silentLog);
  const told: unknown[] = [];
  bus.subscribe('operator events', (changed) => told.push(changed));
  return {
    database,
    /** Messages between the nodes since the test emptied it. */
    told,
    addresses: nodes.map(({ address }) => address),
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await bus.close();
      await database.drop();
    },
  };
});

const [here = '', there = ''] = world.addresses;

/** A page's stream: the status that it was answered with, and whether it has ended. */
async function follow(address: string, { cookie }: Pick<Desk, 'cookie'>) {
  const page = { status: 0, hasEnded: false, stop: () => undefined as unknown };
  const request = get(`${address}/api/operator/stream`, { headers: { cookie } });
  page.stop = () => request.destroy();
  request.on('error', () => undefined);
  await new Promise<void>((answered) => {
    request.on('response', (response) => {
      page.status = response.statusCode ?? 0;
      response.on('error', () => undefined);
      response.on('close', () => {
        page.hasEnded = true;
      });
      response.resume();
      answered();
    });
  });
  return page;
}

const reason = 'for a test';
const toldOfSessions = { subject: 'sessions', id: expect.stringMatching(/^(sue\d)?$/) };
const idOf = ({ cookie }: Desk) => operatorSessionId(hashToken(cookie.replace('clearlot_operator=', '')));

test('the stream of an operator ends with the session, on every node: by the operator, by an owner, and with the access', async () => {
  const owner = await openDeskAt(here, world.database, 'olga', 'owner');
  const ends: readonly ((desk: Desk, name: string) => Promise<unknown>)[] = [
    (desk) => desk.write('/operator/signout', {}),
    (desk) => desk.write('/operator/sessions/revoke', { session: idOf(desk) }),
    (_, operator) => owner.write('/operator/operators/sessions/end', { operator, reason }),
    (_, operator) => owner.write('/operator/operators/link', { operator, reason }),
    (_, operator) => owner.write('/operator/operators/end', { operator, reason }),
  ];
  const stays = await follow(there, owner);
  for (const [place, end] of ends.entries()) {
    const name = `sue${place}`;
    const desk = await openDeskAt(here, world.database, name, 'support');
    const pages = [await follow(here, desk), await follow(there, desk)];
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    world.told.length = 0;
    await end(desk, name);
    // At once, and not only as each node looks for sessions that are over.
    await expect.poll(() => world.told, { message: String(end) }).toContainEqual(toldOfSessions);
    for (const page of pages) await expect.poll(() => page.hasEnded, { message: String(end) }).toBe(true);
    expect((await follow(here, desk)).status).toBe(401);
  }
  expect(stays.hasEnded).toBe(false);
  stays.stop();
});

test('who signs out leaves no answers in the browser’s cache', async () => {
  const { cookie } = await openDeskAt(here, world.database, 'lena', 'support');
  const headers = { cookie, 'x-clearlot': '1' };
  const out = await fetch(`${here}/api/operator/signout`, { method: 'POST', headers });
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
});

test('a session that ends by its time, or at the database, ends its streams as well', async () => {
  const desk = await openDeskAt(here, world.database, 'lara', 'support');
  const page = await follow(here, desk);
  await world.database.owner.query(`update operator_session set expires_at = now() where operator = 'lara'`);
  await expect.poll(() => page.hasEnded).toBe(true);
});

test('an operator has twenty pages and no more; one that closes makes room, and others have theirs', async () => {
  const [many, other] = [
    await openDeskAt(here, world.database, 'manu', 'support'),
    await openDeskAt(here, world.database, 'otto', 'support'),
  ];
  const pages = await Promise.all(Array.from({ length: 20 }, () => follow(here, many)));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await follow(here, many)).status).toBe(429);
  const others = await follow(here, other);
  expect(others.status).toBe(200);
  pages[0]?.stop();
  await expect
    .poll(async () => {
      const page = await follow(here, many);
      page.stop();
      return page.status;
    })
    .toBe(200);
  for (const page of [...pages, others]) page.stop();
});

test('a page that nobody touches does not keep its session from ending, whatever it reads', async () => {
  const desk = await openDeskAt(here, world.database, 'nora', 'auditor');
  await world.database.owner.query(
    `update operator_session set created_at = now() - interval '1 hour', last_seen_at = now() - interval '20 minutes' where operator = 'nora'`,
  );
  const seen = async (): Promise<string> => {
    const { rows } = await world.database.pool.query(
      `select round(extract(epoch from now() - last_seen_at) / 60)::text as ago from operator_session where operator = 'nora'`,
    );
    return rows[0].ago;
  };
  const headers = { cookie: desk.cookie, [unattendedHeader]: unattendedHeaderValue };
  expect((await fetch(`${here}/api/operator/approvals`, { headers })).status).toBe(200);
  expect(await seen()).toBe('20');
  expect((await desk.read('/operator/approvals', {})).status).toBe(200);
  expect(await seen()).toBe('0');
});
