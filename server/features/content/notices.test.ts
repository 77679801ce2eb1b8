import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { NoticeNews } from '#contract/content-blocks.ts';
import { streamEvents } from '#contract/events.ts';
import type { Locale } from '#contract/locale.ts';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { type Desk, openDeskAt } from '#server/test/desk.fixture.ts';
import { publishNotice, withdrawNotice } from '#server/test/notice-desk.fixture.ts';
import { Phone } from '#server/test/phone.fixture.ts';

let database: TestDatabase;
let nodes: App[];
let desk: Desk;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: 'TEST7', CLOCK_SPEED: '50' });
  const start = () =>
    startApp({ ...config, rateLimit: false }, silentLog, (error) => {
      throw error;
    });
  nodes = [await start(), await start()];
  desk = await openDeskAt(nodes[0]?.address ?? '', database, 'anna', 'support');
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

/** A phone that receives the notices in one language. Resolves once it is subscribed. */
async function listen(node: App | undefined, locale: Locale): Promise<{ readonly heard: NoticeNews[]; stop(): void }> {
  const heard: NoticeNews[] = [];
  let text = '';
  const request = get(`${node?.address}/api/stream?locale=${locale}`, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const [, wire] = /^event: notice\ndata: (.*)$/.exec(frame) ?? [];
        if (wire !== undefined) heard.push(z.decode(streamEvents.notice, JSON.parse(wire)));
      }
    });
  });
  request.on('error', () => undefined);
  await once(request, 'response');
  return { heard, stop: () => request.destroy() };
}

async function listed(node = nodes[0]): Promise<{ id: string; title: string }[]> {
  const { info } = await new Phone(node?.address ?? '').get('/page/notice');
  return z.object({ notices: z.array(z.object({ id: z.string(), title: z.string() })) }).parse(info).notices;
}

test('a notice that is published shows on open phones of every node, each in its language', async () => {
  const phones = await Promise.all([listen(nodes[0], 'en'), listen(nodes[1], 'jp'), listen(nodes[1], 'thai')]);
  const id = await publishNotice(desk, 'Maintenance');
  for (const { heard } of phones) await expect.poll(() => heard.length).toBe(1);
  expect(phones.map(({ heard }) => heard[0]?.title)).toEqual([
    'Maintenance (en)',
    'Maintenance (jp)',
    'Maintenance (thai)',
  ]);
  expect(phones[0]?.heard[0]?.blocks).toEqual([{ kind: 'paragraph', text: ['From 22:00 on.'] }]);
  expect(phones[0]?.heard[0]?.id).toBe(id);
  for (const node of nodes) expect((await listed(node))[0]).toEqual({ id, title: 'Maintenance (en)' });
  for (const phone of phones) phone.stop();
});

test('a notice is dated by the product clock of the database, which may run ahead of the wall', async () => {
  const { rows } = await database.pool.query<{ ahead: boolean }>(
    `select published_at > now() + interval '1 minute' as ahead from content where kind = 'notice' and seed is null`,
  );
  expect(rows).toEqual([{ ahead: true }]);
});

test('a notice can be taken away again, once', async () => {
  const [newest, ...rest] = await listed();
  expect(await withdrawNotice(desk, newest?.id ?? '')).toBe(200);
  await expect.poll(() => listed()).toEqual(rest);
  await expect.poll(() => listed(nodes[1])).toEqual(rest);
  expect(await withdrawNotice(desk, newest?.id ?? '')).toBe('contentUnknown');
});
