import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listBalanceRoots, type PublishedRoot, rootsPerPage } from '#contract/proofs.ts';
import { feedOf } from '#core/proofs/root-feed.fixture.ts';
import { roots } from './roots.ts';
import { type Run, runHere } from './run-here.fixture.ts';

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-roots-'));
const feed = feedOf(6);
const forked = feedOf(6, { from: 4, members: 8 });
let served = feed;
/** How many requests get the first page, whatever they ask for. */
let repeats = 0;
/** What a hostile server sends in place of a page; null: an honest one. */
let hostile: string | null = null;
let server: Server;
let address: string;

/** As the server's: the roots after a number, oldest first, so many at once. */
beforeAll(async () => {
  server = createServer((request, response) => {
    // On a busy machine an idle connection would end just as the next page is asked for.
    response.setHeader('connection', 'close');
    const asked = Number(new URL(request.url ?? '/', 'http://local').searchParams.get('after'));
    if (hostile) {
      response.end(hostile);
      return;
    }
    const after = repeats-- > 0 ? 0 : asked;
    const page = served.filter(({ number }) => number > after).slice(0, rootsPerPage);
    response.end(JSON.stringify({ status: true, url: '', info: wire(page) }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(scratch, { recursive: true });
});

const wire = (roots: readonly (typeof feed)[number][]): unknown =>
  z.encode(listBalanceRoots.output, [...roots] as PublishedRoot[]);

function file(name: string, content: unknown): string {
  const path = join(scratch, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const check = (...words: string[]): Promise<Run> => runHere(roots, words);

/** As it is called from a shell. */
async function command(...words: string[]): Promise<Run> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'roots.ts'), ...words]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
}

test('a sound feed of a server is mirrored, and what comes later is added to the mirror', async () => {
  const keep = join(scratch, 'mirror.json');
  served = feed.slice(0, 3);
  expect(await command(address, '--keep', keep)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(keep, 'utf8')).info).toEqual(wire(feed.slice(0, 3)));
  served = feed;
  expect(await check(address, '--keep', keep)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(keep, 'utf8')).info).toEqual(wire(feed));
  // A saved response that begins later takes nothing from the mirror.
  expect(await check(file('newest.json', wire(feed.slice(4))), '--keep', keep)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(keep, 'utf8')).info).toEqual(wire(feed));
});

test('a feed of many pages is read to its end, and a server that repeats a page is refused', async () => {
  const long = feedOf(rootsPerPage + 2);
  const keep = join(scratch, 'long.json');
  served = long;
  expect(await check(address, '--keep', keep)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(keep, 'utf8')).info).toHaveLength(rootsPerPage + 2);
  repeats = 3;
  const { status, output } = await check(address);
  expect(status).toBe(2);
  expect(output).toContain(`roots up to ${rootsPerPage} again`);
  repeats = 0;
  served = feed;
});

test('a server that sends more than an honest one does is refused, as are too large files', async () => {
  const [root] = wire(feed.slice(0, 1)) as [object];
  const tooMany = Array.from({ length: rootsPerPage + 1 }, (_, place) => ({ ...root, number: place + 1 }));
  hostile = JSON.stringify(tooMany);
  expect(await check(address)).toMatchObject({ status: 2, output: expect.stringContaining('501 roots on the page') });
  hostile = ' '.repeat(8_000_001);
  expect(await check(address)).toMatchObject({ status: 2, output: expect.stringContaining('more than 8000000 bytes') });
  hostile = null;
  const large = file('large.json', '');
  truncateSync(large, 500_000_001);
  expect(await check(large)).toMatchObject({ status: 2, output: expect.stringContaining('more than 500000000 bytes') });
});

test('a feed that forks from its mirror is found, with both signed statements, and nothing is accepted', async () => {
  const keep = file('kept.json', { info: wire(feed) });
  const before = readFileSync(keep, 'utf8');
  served = forked;
  const { status, output } = await command(address, '--keep', keep);
  expect(status).toBe(1);
  expect(output).toContain('root 4: THE FEED FORKS: another statement was published under this number');
  expect(output).toContain('members 8');
  expect(output).toContain('members 4');
  expect(output).toContain(`signature ${feed[3]?.signature}`);
  expect(readFileSync(keep, 'utf8')).toBe(before);
  served = feed.slice(0, 5);
  expect((await check(address, '--keep', keep)).output).toContain('root 6: a root that was published is missing');
  served = feed;
});

test('a server whose feed begins behind its mirror, or not with the first root, is found', async () => {
  const keep = file('earlier.json', { info: wire(feed.slice(0, 3)) });
  served = forked.slice(4);
  const { status, output } = await check(address, '--keep', keep);
  expect(status).toBe(1);
  for (const number of [1, 2, 3]) expect(output).toContain(`root ${number}: a root that was published is missing`);
  expect(output).toContain('root 5: it does not follow the root before it: number 5, expected number 1');
  expect(JSON.parse(readFileSync(keep, 'utf8')).info).toEqual(wire(feed.slice(0, 3)));
  expect(await check(address)).toMatchObject({ status: 1 });
  served = feed;
});

test('two members’ saved answers that are sound each by itself are found to fork', async () => {
  const mine = file('mine.json', { info: wire(feed.toReversed()) });
  const theirs = file('theirs.json', { info: wire(forked) });
  expect(await check(mine)).toMatchObject({ status: 0 });
  expect(await check(theirs)).toMatchObject({ status: 0 });
  const { status, output } = await check(mine, theirs);
  expect(status).toBe(1);
  expect(output).toContain('theirs.json, against');
  expect(output).toContain('root 4: THE FEED FORKS');
  // Of three, the first ends before the other two part.
  const both = file('both.json', wire(feed.slice(0, 3)));
  expect((await check(both, mine, theirs)).output).toContain('theirs.json, against');
  // Two days' answers of the same feed.
  expect(await check(file('day1.json', wire(feed.slice(0, 4))), file('day2.json', wire(feed.slice(2))))).toMatchObject({
    status: 0,
  });
});

test('a root that was altered, and books that do not come to zero, are named', async () => {
  const altered = feed.map((root, place) => (place === 2 ? { ...root, members: 9 } : root));
  const { status, output } = await check(file('altered.json', { info: wire(altered) }));
  expect(status).toBe(1);
  expect(output).toContain('root 3: the digest is not that of the statement');
  expect(output).toContain('root 3: the signature is not by the key of the statement');
  expect((await check(file('books.json', wire(feedOf(3, { from: 3, rail: -1n }))))).output).toContain(
    'root 3: members and house do not add up to zero: 9.499999',
  );
});

test.each([
  ['no JSON', '{'],
  ['no list of roots', { info: [{ number: 1 }] }],
  ['no list of roots', { info: [{ ...(wire(feed.slice(0, 1)) as object[])[0], total: 'NaN' }] }],
  ['two roots with number 1', { info: [wire(feed.slice(0, 1)), wire(feed.slice(0, 1))].flat() }],
])('a file that is no feed is refused with “%s”, and no mirror is made of it', async (message, content) => {
  const keep = join(scratch, 'never.json');
  const { status, output } = await check(file('bad.json', content), '--keep', keep);
  expect(status).toBe(2);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
  expect(existsSync(keep)).toBe(false);
});

test('a server that cannot be reached, and a call without a source, are clear', async () => {
  expect(await check('http://127.0.0.1:1')).toMatchObject({ status: 2 });
  expect((await check()).output).toContain('node tools/verify/roots.ts SOURCE');
  expect((await check(join(scratch, 'none.json'))).output).toContain('there is no such file');
});
