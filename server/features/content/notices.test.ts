import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { NoticeNews } from '#contract/content-blocks.ts';
import { streamEvents } from '#contract/events.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { Phone } from '#server/test/phone.fixture.ts';

const tool = fileURLToPath(new URL('../../../tools/notices/publish.ts', import.meta.url));

let database: TestDatabase;
let nodes: App[];
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: 'TEST7', CLOCK_SPEED: '50' });
  const start = () =>
    startApp({ ...config, rateLimit: false }, silentLog, (error) => {
      throw error;
    });
  nodes = [await start(), await start()];
  folder = await mkdtemp(join(tmpdir(), 'notice-'));
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
  await rm(folder, { recursive: true });
});

async function writeNotice(title: string, change: (locale: Locale) => string = () => ''): Promise<void> {
  for (const locale of locales) {
    await writeFile(join(folder, `${locale}.md`), `# ${title} (${locale})\n\nFrom 22:00 on.${change(locale)}\n`);
  }
}

const byAnna = ['--operator', 'anna', '--reason', 'for a test'] as const;

function run(...words: string[]): Promise<{ code: number; said: string; complained: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [tool, ...words],
      { env: { PATH: process.env.PATH, DATABASE_URL: database.url }, timeout: 120_000 },
      (_error, said, complained) => resolve({ code: child.exitCode ?? -1, said, complained }),
    );
  });
}

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
  await writeNotice('Maintenance');
  const { code, said } = await run(folder, ...byAnna);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Maintenance (en)') });
  for (const { heard } of phones) await expect.poll(() => heard.length).toBe(1);
  expect(phones.map(({ heard }) => heard[0]?.title)).toEqual([
    'Maintenance (en)',
    'Maintenance (jp)',
    'Maintenance (thai)',
  ]);
  expect(phones[0]?.heard[0]?.blocks).toEqual([{ kind: 'paragraph', text: ['From 22:00 on.'] }]);
  const [newest] = await listed();
  expect(newest).toEqual({ id: phones[0]?.heard[0]?.id, title: 'Maintenance (en)' });
  expect((await listed(nodes[1]))[0]?.id).toBe(newest?.id);
  for (const phone of phones) phone.stop();
});

test('a notice is dated by the product clock of the database, which may run ahead of the wall', async () => {
  const { rows } = await database.pool.query<{ ahead: boolean }>(
    `select published_at > now() + interval '1 minute' as ahead from content where kind = 'notice' and seed is null`,
  );
  expect(rows).toEqual([{ ahead: true }]);
});

test('a notice that lacks a language, or has markup in it, is not published', async () => {
  const before = await listed();
  await writeNotice('Wrong', (locale) => (locale === 'tc' ? ' <b>Soon</b>' : ''));
  expect(await run(folder, ...byAnna)).toMatchObject({
    code: 1,
    complained: expect.stringContaining('tc.md: it has markup in it'),
  });
  await writeNotice('Wrong');
  await rm(join(folder, 'jp.md'));
  expect(await run(folder, ...byAnna)).toMatchObject({
    code: 1,
    complained: expect.stringContaining('jp.md is missing'),
  });
  await writeNotice('Right');
  expect(await run('--check', folder)).toMatchObject({ code: 0 });
  expect(await run(join(folder, 'nowhere'), ...byAnna)).toMatchObject({ code: 1, said: '' });
  expect(await run(folder)).toMatchObject({ code: 2 });
  expect(await run()).toMatchObject({
    code: 2,
    complained: expect.stringContaining('tools/notices/publish.ts FOLDER'),
  });
  expect(await listed()).toEqual(before);
});

test('a notice can be taken away again, once', async () => {
  const [newest, ...rest] = await listed();
  expect(await run('--withdraw', newest?.id ?? '', ...byAnna)).toMatchObject({ code: 0 });
  await expect.poll(() => listed()).toEqual(rest);
  await expect.poll(() => listed(nodes[1])).toEqual(rest);
  expect(await run('--withdraw', newest?.id ?? '', ...byAnna)).toMatchObject({ code: 1 });
});
