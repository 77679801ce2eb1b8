import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { type Desk, openDeskAt } from './desk.fixture.ts';
import { type MemberStream, openStream } from './member-stream.fixture.ts';
import { card, code, setWithdrawalPassword, withdrawal } from './money-world.fixture.ts';
import { Phone } from './phone.fixture.ts';

let database: TestDatabase;
/** The first works and the second has the open pages. */
let nodes: App[];
/** An operator at the first of them. */
let desk: Desk;
let lastName = 0;
const streams: MemberStream[] = [];

/** An hour of the product is a second: a plan settles in one, a holding of a day matures in 24. */
const settings = { PORT: '0', VERIFY_CODE_TEST: code, CLOCK_SPEED: '3600', CARD_KEY: '7'.repeat(64) };

const start = (): Promise<App> =>
  startApp({ ...readConfig({ ...settings, DATABASE_URL: database.url }), rateLimit: false }, silentLog, (error) => {
    throw error;
  });

beforeAll(async () => {
  database = await createTestDatabase();
  nodes = [await start(), await start()];
  desk = await openDeskAt(worker(), database, 'anna', 'finance');
});

afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop();
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const worker = (): string => nodes[0]?.address ?? '';
const pages = (): string => nodes[1]?.address ?? '';

async function newMember(): Promise<Phone> {
  const phone = new Phone(worker());
  await phone.register(`page${String(++lastName).padStart(4, '0')}`, code);
  return phone;
}

async function watch(phone: Phone, after?: string, node = pages()): Promise<MemberStream> {
  const stream = await openStream(node, phone, after);
  streams.push(stream);
  return stream;
}

const balancesIn = (stream: MemberStream): number => stream.names().filter((name) => name === 'balances').length;

const walletOf = async (phone: Phone) =>
  (await phone.get('/api/wallet')).url as { readonly banlance: string; readonly locked: string };

async function expectBalances(stream: MemberStream, before: number): Promise<void> {
  await expect.poll(() => balancesIn(stream)).toBeGreaterThan(before);
}

async function funded(phone: Phone, amount: string): Promise<void> {
  expect((await phone.post('/Finance/recharge', { channel: 'sandbox', amount })).status).toBe(200);
  await expect.poll(async () => (await walletOf(phone)).banlance).toBe(`${amount}.000000`);
}

/** Places a plan, again where the market was behind its quick clock at the moment: then nothing was placed. */
async function placePlan(phone: Phone): Promise<void> {
  const place = async () => {
    const form = { id: '1', coin: 'ETH', multiple: '3', price: '100' };
    const { status, code } = await phone.post('/Exchange/shenqing', form);
    return code ?? status;
  };
  await expect.poll(place).toBe(200);
}

test('a credited deposit reaches the page that is open on another node, and no page of anybody else', async () => {
  const [phone, other] = [await newMember(), await newMember()];
  const [stream, othersStream] = [await watch(phone), await watch(other)];
  await funded(phone, '1000');
  await expectBalances(stream, 0);
  // Published by the deposit itself, the other by the ledger: either may come first.
  await expect.poll(() => stream.names()).toContain('deposit');
  expect(othersStream.names().filter((name) => ['balances', 'deposit'].includes(name))).toEqual([]);
});

test('a plan’s placing and its settlement reach the open page', async () => {
  const phone = await newMember();
  await funded(phone, '1000');
  const stream = await watch(phone);
  const before = balancesIn(stream);
  await placePlan(phone);
  await expect.poll(async () => (await walletOf(phone)).locked, { timeout: 60_000 }).toBe('0.000000');
  await expectBalances(stream, before + 1);
  await expect.poll(() => stream.names()).toContain('plan');
});

test('a matured holding reaches the open page', async () => {
  const phone = await newMember();
  await funded(phone, '1000');
  expect((await phone.post('/Mobile/Financing/index', { product: 'day1', amount: '100' })).status).toBe(200);
  const stream = await watch(phone);
  const before = balancesIn(stream);
  await expect.poll(async () => (await walletOf(phone)).locked, { timeout: 120_000 }).toBe('0.000000');
  await expectBalances(stream, before);
});

test('a paid withdrawal, and one that an operator refuses on another node, reach the open page', async () => {
  const phone = await newMember();
  await funded(phone, '30000');
  expect((await phone.post('/User/rebank', card)).status).toBe(200);
  await setWithdrawalPassword(phone);
  const stream = await watch(phone);
  // Two nodes each publish the steps that they made: which event is last is not decided.
  const withdrawals = () => stream.events.filter(({ name }) => name === 'withdrawal').map(({ data }) => data);

  const before = balancesIn(stream);
  const paid = await withdraw(phone, '250');
  await expect.poll(withdrawals).toContainEqual({ id: paid, state: 'done' });
  await expectBalances(stream, before + 1);

  const beforeRefusal = balancesIn(stream);
  const refused = await withdraw(phone, '20000');
  await refuse(refused);
  await expect.poll(withdrawals).toContainEqual({ id: refused, state: 'refused' });
  await expectBalances(stream, beforeRefusal + 1);
  expect(await walletOf(phone)).toMatchObject({ banlance: '29750.000000', locked: '0.000000' });
});

async function withdraw(phone: Phone, amount: string): Promise<string> {
  const asked = await phone.post('/Finance/withdraw', { ...withdrawal, amount });
  expect(asked.status).toBe(200);
  return (asked.url as { readonly id: string }).id;
}

async function refuse(id: string): Promise<void> {
  const waiting = z.array(z.object({ id: z.string(), hash: z.string() }));
  const shown = waiting.parse((await desk.read('/operator/approvals', {})).url);
  const one = shown.find((approval) => approval.id.endsWith(`.${id}`));
  const fields = { kind: 'withdrawal', decision: 'refused', reason: 'nameMismatch' };
  const { status } = await desk.write('/operator/approvals/decide', { ...fields, id: '', hash: '', ...one });
  expect(status).toBe(200);
}

test('a page that was away gets balances if money moved meanwhile, on whichever node it comes back', async () => {
  const phone = await newMember();
  await funded(phone, '1000');
  const before = await watch(phone);
  const seen = before.lastId();
  before.stop();

  const unmoved = await watch(phone, seen);
  expect(unmoved.names()).toContain('resync');
  expect(balancesIn(unmoved)).toBe(0);
  unmoved.stop();

  await placePlan(phone);
  for (const node of [pages(), worker()]) {
    const back = await watch(phone, seen, node);
    await expect.poll(() => balancesIn(back)).toBeGreaterThan(0);
    expect(back.lastId()).not.toBe(seen);
    // Negative control: what the page has seen is what decides.
    const upToDate = await watch(phone, back.lastId(), node);
    expect(balancesIn(upToDate)).toBe(0);
  }
});

test('a page that was away over the restart of its node gets balances if money moved meanwhile', async () => {
  const phone = await newMember();
  await funded(phone, '500');
  const stream = await watch(phone);
  const seen = stream.lastId();
  await nodes[1]?.close();
  expect((await phone.post('/Mobile/Financing/index', { product: 'day1', amount: '100' })).status).toBe(200);
  nodes[1] = await start();
  const back = await watch(phone, seen);
  await expect.poll(() => balancesIn(back)).toBeGreaterThan(0);
});

test('who joins reaches the open page of the inviter, which closes as its session ends', async () => {
  const phone = await newMember();
  const invite = z.object({ code: z.string() }).parse((await phone.get('/user/invite')).url).code;
  const stream = await watch(phone);
  await new Phone(worker()).register('invited01', code, invite);
  await expect
    .poll(() => stream.events)
    .toContainEqual(expect.objectContaining({ name: 'team', data: { change: 'joined' } }));
  expect(stream.hasEnded()).toBe(false);
  await phone.get('/login/loginout');
  await expect.poll(() => stream.hasEnded()).toBe(true);
});

test('an id that is none is refused', async () => {
  const phone = await newMember();
  expect((await phone.get('/stream', { after: 'x' })).code).toBe('malformedRequest');
});

test('where a node may have missed the end of a session, its open pages close, and show theirs anew', async () => {
  const stream = await watch(await newMember());
  expect(stream.hasEnded()).toBe(false);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'clearlot-bus' and datname = current_database()`,
  );
  await expect.poll(() => stream.hasEnded()).toBe(true);
});
