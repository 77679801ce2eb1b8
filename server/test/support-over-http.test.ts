import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OperatorRole } from '#contract/roles.ts';
import { pinKinds } from '#contract/support-schemas.ts';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { type Desk, openDeskAt, openSessionAt } from './desk.fixture.ts';
import { ask, imageOf } from './image-world.fixture.ts';
import { openStream } from './member-stream.fixture.ts';
import { address, fundedMember, setWithdrawalPassword, withdrawFirst } from './money-world.fixture.ts';
import { Phone, type PhoneResponse } from './phone.fixture.ts';

let database: TestDatabase;
/** Two nodes of one database: members call the one, operators the other. */
let nodes: readonly [App, App];
let ann: Phone;
let bob: Phone;
let operator: Desk;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    VERIFY_CODE_TEST: 'TEST7',
    CARD_KEY: '7'.repeat(64),
    // A round is five seconds, and a deposit is credited within one.
    CLOCK_SPEED: '60',
  });
  const start = () =>
    startApp({ ...config, rateLimit: false }, silentLog, (error) => {
      throw error;
    });
  nodes = [await start(), await start()];
  [ann, bob] = [new Phone(nodes[0].address), new Phone(nodes[0].address)];
  await ann.register('chatting1', 'TEST7');
  await bob.register('chatting2', 'TEST7');
  operator = await openDesk('ola', 'support');
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.close();
  await database?.drop();
});

/** An operator who is signed in at the second node. */
const openDesk = (name: string, role: OperatorRole) => openDeskAt(nodes[1].address, database, name, role);

/** What the operator’s stream says of conversations, until it is stopped. */
function watch(desk: Desk): { readonly changes: string[]; stop(): void } {
  const changes: string[] = [];
  const request = get(`${nodes[1].address}/api/operator/stream`, { headers: { cookie: desk.cookie } }, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      for (const [, data = ''] of text.matchAll(/^event: changed\ndata: (.*conversations.*)$/gm)) changes.push(data);
    });
  });
  request.on('error', () => undefined);
  return { changes, stop: () => void request.destroy() };
}

const say = (phone: Phone, fields: Readonly<Record<string, string>>) =>
  phone.post('/chat/send', { id: randomUUID(), ...fields });

interface Log {
  readonly messages: readonly { text: string; author: string; image: string | null; position: number }[];
  readonly seen: number;
  readonly answered: number;
}
const logOf = async (phone: Phone): Promise<Log> => (await phone.get('/chat/log')).info as Log;

async function numberOf(phone: Phone): Promise<string> {
  return ((await phone.get('/api/wallet')).url as { userid: string }).userid;
}

test('a message and its answer reach the other side’s open page on another node, with marks and unread counts', async () => {
  const page = await openStream(nodes[0].address, ann);
  const inbox = watch(operator);
  await expect
    .poll(async () => {
      await say(ann, { text: 'Where is my deposit?' });
      return inbox.changes.length;
    })
    .toBeGreaterThan(0);
  const member = await numberOf(ann);
  expect(JSON.parse(inbox.changes[0] ?? '')).toEqual({ subject: 'conversations', id: member });
  const queue = (await operator.read('/operator/chat/conversations', { queue: 'waiting' })).url as {
    conversations: { member: string }[];
  };
  expect(queue.conversations.map((one) => one.member)).toContain(member);
  await operator.write('/operator/chat/seen', { member, through: '1' });
  const before = page.names().filter((name) => name === 'chat').length;
  const through = String((await logOf(ann)).messages[0]?.position);
  const answer = { member, id: randomUUID(), text: 'It is on its way', through };
  expect((await operator.write('/operator/chat/answer', answer)).status).toBe(200);
  await expect.poll(() => page.names().filter((name) => name === 'chat').length).toBeGreaterThan(before);
  const log = await logOf(ann);
  expect(log.messages[0]).toMatchObject({ author: 'operator', text: 'It is on its way' });
  expect(log.answered).toBe(log.messages[0]?.position);
  const { unread } = (await ann.get('/chat/notice')).info as { unread: number };
  expect(unread).toBe(log.messages.filter(({ author }) => author !== 'member').length);
  await ann.post('/chat/read', { through: String(log.messages[0]?.position) });
  expect((await ann.get('/chat/notice')).info).toEqual({ unread: 0 });
  page.stop();
  inbox.stop();
});

test('empty, oversized and half-broken messages are refused, hostile ones are kept as the text they are', async () => {
  const before = (await logOf(bob)).messages.length;
  const refused = async (fields: Readonly<Record<string, string>>) => (await say(bob, fields)).code;
  expect(await refused({})).toBe('messageMissing');
  expect(await refused({ text: '' })).toBe('messageMissing');
  expect(await refused({ text: ' \n\t' })).toBe('messageInvalid');
  expect(await refused({ text: '\u200b\u202e' })).toBe('messageInvalid');
  expect(await refused({ text: 'a\u0000b' })).toBe('messageInvalid');
  expect(await refused({ text: 'x'.repeat(2_001) })).toBe('messageInvalid');
  expect(await refused({ text: 'x', pin: 'plan' })).toBe('pinUnknown');
  expect(await refused({ text: 'x', pin: 'balance', pinned: '0'.repeat(16) })).toBe('pinUnknown');
  expect(await refused({ text: 'x', image: '0'.repeat(16) })).toBe('imageUnknown');
  expect(await refused({ text: 'x', author: 'operator' })).toBe('fieldUnknown');
  expect((await bob.post('/chat/send', { text: 'x' })).code).toBe('messageIdInvalid');
  expect((await logOf(bob)).messages.length).toBe(before);
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '\u202etxt.exe',
    "'; drop table support_message; --",
    '😀'.repeat(2_000),
    'line one\nline two',
  ];
  for (const text of hostile) expect((await say(bob, { text })).status).toBe(200);
  const kept = (await logOf(bob)).messages.filter(({ author }) => author === 'member').map(({ text }) => text);
  expect(kept.toReversed()).toEqual(hostile);
  // More searches at once than anybody types are refused.
  const searched = await Promise.all(Array.from({ length: 60 }, () => bob.get('/chat/log', { search: 'table' })));
  expect(new Set(searched.map(({ code }) => code))).toEqual(new Set([undefined, 'tooManyRequests']));
});

test('an image of a message is seen by its member and by operators of the chat, and by nobody else', async () => {
  const [sent, unsent] = [await imageOf(ann, 1), await imageOf(ann, 2)];
  const id = randomUUID();
  expect((await ann.post('/chat/send', { id, image: sent })).status).toBe(200);
  expect((await ann.post('/chat/send', { id, image: sent })).status).toBe(200);
  expect((await say(ann, { image: sent })).code).toBe('imageUsed');
  expect((await say(bob, { image: unsent })).code).toBe('imageUnknown');
  const member = await numberOf(ann);
  const image = await operator.file(`/operator/chat/image/${member}-${sent}`);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await operator.file(`/operator/chat/image/${member}-${unsent}`)).status).toBe(404);
  expect((await operator.file(`/operator/chat/image/${await numberOf(bob)}-${sent}`)).status).toBe(404);
  expect((await ann.file(`/operator/chat/image/${member}-${sent}`)).status).toBe(401);
  const finance = await openDesk('fay', 'finance');
  expect((await finance.file(`/operator/chat/image/${member}-${sent}`)).status).toBe(403);
  expect((await finance.read('/operator/chat/log', { member })).code).toBe('notPermitted');
  expect((await bob.file(`/image/${sent}`)).status).toBe(404);
});

test('an own deposit is pinned and opened by the operator, another member’s is refused', async () => {
  const deposit = ((await ask(ann, await imageOf(ann, 3), 'deposit-of-chat')).url as { id: string }).id;
  expect((await say(bob, { pin: 'deposit', pinned: deposit })).code).toBe('pinUnknown');
  const { url } = await say(ann, { text: 'This one', pin: 'deposit', pinned: deposit });
  const { position } = url as { position: number };
  const member = await numberOf(ann);
  const opened = await operator.read('/operator/chat/pinned', { member, position: String(position) });
  expect(opened.url).toMatchObject({ kind: 'deposit', id: deposit, amount: '150.000000' });
});

test('of each kind an own object is pinned, and what the operator opens is what the member’s own page has', async () => {
  const cleo = await fundedMember(nodes[0].address, 'chatting3');
  await setWithdrawalPassword(cleo);
  const idOf = ({ url, code }: PhoneResponse): string => (url as { id?: string } | null)?.id ?? expect.fail(`${code}`);
  const [deposit] = (await cleo.get('/api/recharge')).info as { id: string }[];
  const round = async (): Promise<PhoneResponse> => {
    const [running] = (await cleo.post('/order/thblist')).info as { id: number }[];
    return await cleo.post('/order/tradeThb', { round: String(running?.id), category: 'odd', amount: '25' });
  };
  const placed = { plan: '', deposit: deposit?.id ?? '', withdrawal: '', holding: '', order: '' };
  placed.plan = idOf(await cleo.post('/Exchange/shenqing', { id: '1', coin: 'ETH', multiple: '3', price: '200' }));
  placed.holding = idOf(await cleo.post('/Mobile/Financing/index', { product: 'day30', amount: '100' }));
  placed.withdrawal = await withdrawFirst(cleo, address, true);
  // Betting on the running round may have just ended.
  placed.order = await vi.waitFor(async () => idOf(await round()), { timeout: 60_000, interval: 250 });

  const member = await numberOf(cleo);
  const own = {
    plan: `/plans/detail/${placed.plan}`,
    deposit: `/wallet/deposit/${placed.deposit}`,
    withdrawal: `/withdrawals/detail/${placed.withdrawal}`,
    holding: `/Mobile/Financing/log?holding=${placed.holding}`,
    order: `/order/thborder?order=${placed.order}`,
  };
  const amounts = { plan: '200', deposit: '1000', withdrawal: '1', holding: '100', order: '25' };
  for (const pin of pinKinds) {
    const pinned = placed[pin];
    expect((await say(bob, { pin, pinned })).code, pin).toBe('pinUnknown');
    const { position } = (await say(cleo, { pin, pinned })).url as { position: number };
    const opened = await operator.read('/operator/chat/pinned', { member, position: String(position) });
    expect(opened.url, pin).toMatchObject({ kind: pin, id: pinned, amount: `${amounts[pin]}.000000` });
    const { status, url, info } = await cleo.get(own[pin]);
    expect([status, JSON.stringify([url, info])], pin).toEqual([200, expect.stringContaining(pinned)]);
  }
});

test('members reach nothing of the inbox, operators nothing of a member’s own calls', async () => {
  const member = await numberOf(ann);
  const calls = [
    ['GET', '/operator/chat/conversations', { queue: 'open' }],
    ['GET', '/operator/chat/log', { member }],
    ['POST', '/operator/chat/answer', { member, id: randomUUID(), text: 'I am the operator', through: '1' }],
    ['POST', '/operator/chat/close', { member }],
  ] as const;
  for (const [method, path, fields] of calls) {
    const { status } = method === 'GET' ? await bob.get(path, fields) : await bob.post(path, fields);
    expect([path, status]).toEqual([path, 401]);
  }
  for (const path of ['/chat/log', '/chat/notice']) expect((await operator.read(path, {})).status).toBe(401);
  const newest = await logOf(ann);
  expect(newest.messages.some(({ text }) => text === 'I am the operator')).toBe(false);
});

test('two sessions of one operator, at two nodes, are one person to an approval', async () => {
  const first = await openDesk('gus', 'finance');
  const second = await openSessionAt(nodes[0].address, database, 'gus');
  const asked = { kind: 'level', item: '2', open: '1', minimum: '50', maximum: '900', reason: 'for a test' };
  const { id } = (await first.write('/operator/products/propose', asked)).url as { id: string };
  const seenBy = async (desk: Desk) => {
    const { url } = await desk.read('/operator/approvals', {});
    const waiting = (url as { id: string; hash: string; mayDecide: boolean }[]).find((one) => one.id === `0.${id}`);
    return waiting ?? expect.fail('it does not wait');
  };
  const decide = async (desk: Desk) => {
    const { hash } = await seenBy(desk);
    const fields = { kind: 'product', id: `0.${id}`, hash, decision: 'approved', reason: 'seen by two' };
    return desk.write('/operator/approvals/decide', fields);
  };
  expect(await Promise.all([seenBy(first), seenBy(second)])).toMatchObject([
    { mayDecide: false },
    { mayDecide: false },
  ]);
  for (const answer of await Promise.all([decide(second), decide(first), decide(second)])) {
    expect(answer).toMatchObject({ status: 409, code: 'approvalOwn' });
  }
  const other = await openDesk('greta', 'finance');
  expect(await seenBy(other)).toMatchObject({ mayDecide: true });
  expect(await decide(other)).toMatchObject({ status: 200, url: { status: 'approved', approvals: 2 } });
});
