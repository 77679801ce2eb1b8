import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { faultsIn, openItems, transfersByKind } from './ledger-faults.fixture.ts';
import {
  address,
  type MoneyWorld,
  openMoneyWorld,
  setWithdrawalPassword,
  withdrawalPassword,
  withdrawFirst,
} from './money-world.fixture.ts';
import type { Fields, Phone, PhoneResponse } from './phone.fixture.ts';

/** A clock on which nothing ends by itself while a race runs: a review takes two minutes. */
let slow: MoneyWorld;

beforeAll(async () => {
  slow = await openMoneyWorld({ clockSpeed: 5 });
});

afterAll(() => slow.close());

const idOf = ({ url }: PhoneResponse): string =>
  typeof url === 'object' && url !== null && 'id' in url ? String(url.id) : '';

/** A member with 1,000 USDT, a withdrawal password, and weight enough for several withdrawals in review. */
async function racer(world: MoneyWorld, username: string, isFast = false): Promise<Phone> {
  const phone = await world.fundedMember(username);
  await setWithdrawalPassword(phone);
  await withdrawFirst(phone, undefined, isFast);
  await allowMadeUpPoints(world.database);
  await world.database.pool.query(
    `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
     select id, 'deposit', 'race', 5000, 1, now() from member where lower(username) = $1`,
    [username],
  );
  return phone;
}

let calls = 0;

/** Each call under a key of its own: without one, a member's calls are taken one at a time. A cut connection is tried again. */
async function post(phone: Phone, path: string, fields: Fields): Promise<PhoneResponse> {
  const key = { 'idempotency-key': `race-${String(++calls).padStart(8, '0')}` };
  return await phone.post(path, fields, key).catch(() => phone.post(path, fields, key));
}

const ask = {
  plan: (phone: Phone, amount: string) =>
    post(phone, '/Exchange/shenqing', { id: '1', coin: 'ETH', multiple: '2', price: amount }),
  withdraw: (phone: Phone, amount: string) =>
    post(phone, '/Finance/withdraw', { method: 'address', address, amount, password: withdrawalPassword }),
  subscribe: (phone: Phone, amount: string) => post(phone, '/Mobile/Financing/index', { product: 'day1', amount }),
  deposit: (phone: Phone) => post(phone, '/Finance/recharge', { channel: 'sandbox', amount: '100' }),
  cancel: (phone: Phone, withdrawal: string) => post(phone, '/withdrawals/cancel', { withdrawal }),
  redeem: (phone: Phone, holding: string) => post(phone, '/financing/redeem', { holding }),
};

/** One call, as the member would make it for the n-th time. */
type Call = (turn: number) => Promise<PhoneResponse>;

/** What members can do with their money, each made ready for a race of its own. 100 USDT a time, where it takes an amount. */
const acts = {
  plan: async (phone: Phone) => () => ask.plan(phone, '100'),
  withdraw: async (phone: Phone) => () => ask.withdraw(phone, '100'),
  subscribe: async (phone: Phone) => () => ask.subscribe(phone, '100'),
  cancel: async (phone: Phone) => {
    const ids = await Promise.all([1, 2].map(async () => idOf(await ask.withdraw(phone, '100'))));
    return (turn: number) => ask.cancel(phone, ids[turn % 2] ?? '');
  },
  redeem: async (phone: Phone) => {
    const ids = await Promise.all([1, 2].map(async () => idOf(await ask.subscribe(phone, '100'))));
    return (turn: number) => ask.redeem(phone, ids[turn % 2] ?? '');
  },
} satisfies Record<string, (phone: Phone) => Promise<Call>>;

type Act = keyof typeof acts;
const actNames = Object.keys(acts) as Act[];
const pairs = actNames.flatMap((one, place) => actNames.slice(place).map((other): [Act, Act] => [one, other]));

async function fundsOf(phone: Phone): Promise<{ total: number; locked: number }> {
  const { banlance, locked } = (await phone.get('/api/wallet')).url as { banlance: string; locked: string };
  return { total: Number(banlance), locked: Number(locked) };
}

test('any two of placing, withdrawing, cancelling, subscribing and leaving early, 30 at once, overdraw nothing', async () => {
  expect(pairs).toHaveLength(15);
  const phones = await Promise.all(pairs.map((_, place) => racer(slow, `pairs0${String(place).padStart(2, '0')}`)));
  for (const [place, [one, other]] of pairs.entries()) {
    const phone = phones[place];
    if (!phone) throw new Error('each pair has its member');
    const calls = [await acts[one](phone), await acts[other](phone)] as const;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => calls[turn % 2 === 0 ? 0 : 1](turn >> 1)),
    );
    expect(refusalsOf(answers), `${one} ${other}`).toEqual([]);
    const { total, locked } = await fundsOf(phone);
    const taken = answers.filter(({ status }, turn) => status === 200 && takes([one, other][turn % 2])).length;
    expect({ one, other, total }).toEqual({ one, other, total: 1_000 });
    expect(locked).toBeLessThanOrEqual(1_000);
    // All that there is, unless the checks of so many passwords were too much at once.
    if (takes(one) && takes(other)) expect({ one, other, locked }).toEqual({ one, other, locked: taken * 100 });
    if (one !== 'withdraw' && other !== 'withdraw' && takes(one) && takes(other)) expect(taken).toBe(10);
  }
  expect(await faultsIn(slow.database.pool)).toEqual([]);
});

/** Why a call of a race may be refused. `serverBusy`: password checks have a bound. */
const fair = new Set(['insufficientFunds', 'withdrawalNotCancellable', 'holdingMatured', 'serverBusy', undefined]);

function refusalsOf(answers: readonly PhoneResponse[]): unknown[] {
  return answers.map(({ code }) => code).filter((code) => !fair.has(code));
}

function takes(act: Act | undefined): boolean {
  return act === 'plan' || act === 'withdraw' || act === 'subscribe';
}

test('each of them against deposits that are credited, plans that settle, holdings that mature and payouts, overdraws nothing', async () => {
  // A plan takes half a second, the shortest holding eleven. Faster, the rounds and trees of each moment leave no time for the rest.
  const fast = await openMoneyWorld({ clockSpeed: 8_000 });
  try {
    const { pool } = fast.database;
    const isRare = async (kind: string) => ((await transfersByKind(pool)).get(kind) ?? 0) < 5;
    const kinds = ['depositConfirmed', 'planSettled', 'financingMatured', 'withdrawalPaid'];
    // On a busy machine the market is often behind so quick a clock, and few plans are taken: until enough of each kind have ended.
    for (let round = 0; round === 0 || (await Promise.all(kinds.map(isRare))).includes(true); round++) {
      await Promise.all(actNames.map((act, place) => raceAgainstTime(fast, act, `ending${round}${place}`)));
      await expect.poll(() => openItems(pool), { timeout: 120_000, interval: 100 }).toBe(0);
    }
    expect(await faultsIn(pool)).toEqual([]);
  } finally {
    await fast.close();
  }
});

/** Calls of one kind, six at once and again, while everything else that the member has open comes to its end. */
async function raceAgainstTime(world: MoneyWorld, act: Act, username: string): Promise<void> {
  const phone = await racer(world, username, true);
  const call = await acts[act](phone);
  for (let count = 0; count < 4; count++) {
    await Promise.all([
      ask.plan(phone, '25'),
      ask.subscribe(phone, '25'),
      ask.deposit(phone),
      ask.withdraw(phone, '5'),
    ]);
  }
  const isMatured = async () => (await phone.get('/Mobile/Financing/log', { status: 'matured' })).info;
  for (let turn = 0; turn < 600; turn += 6) {
    await Promise.all([0, 1, 2, 3, 4, 5].map((more) => call(turn + more)));
    await ask.deposit(phone);
    await wait(60);
    const matured = await isMatured();
    if (Array.isArray(matured) && matured.length >= 4) return;
  }
}

test('a thousand calls of every kind at once, by five members, overdraw nothing and every call gets a response', async () => {
  const phones = await Promise.all([1, 2, 3, 4, 5].map((one) => racer(slow, `crowd00${one}`)));
  const everything = await Promise.all(
    phones.map(
      async (phone): Promise<Call[]> => [
        () => ask.plan(phone, '30'),
        () => ask.withdraw(phone, '30'),
        () => ask.subscribe(phone, '30'),
        () => ask.deposit(phone),
        await acts.cancel(phone),
        await acts.redeem(phone),
      ],
    ),
  );
  const answers = await Promise.all(
    everything.flatMap((calls) => Array.from({ length: 200 }, (_, turn) => (calls[turn % 6] ?? fail)(turn))),
  );
  expect(refusalsOf(answers)).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(phones.length * 20);
  await expect.poll(async () => (await slow.database.pool.query(unconfirmed)).rows[0]?.count).toBe(0n);
  for (const [place, phone] of phones.entries()) {
    const own = answers.slice(200 * place, 200 * (place + 1));
    const [plans = 0, withdrawals = 0, subscriptions = 0, deposits = 0, cancelled = 0, redeemed = 0] = everyCall.map(
      (kind) => own.filter(({ status }, turn) => status === 200 && turn % 6 === kind).length,
    );
    // Of the two withdrawals and the two holdings of before, one each was asked back, again and again.
    const before = 400 - (cancelled > 0 ? 100 : 0) - (redeemed > 0 ? 100 : 0);
    expect(await fundsOf(phone)).toEqual({
      total: 1_000 + 100 * deposits,
      locked: before + 30 * (plans + withdrawals + subscriptions),
    });
  }
  expect(await faultsIn(slow.database.pool)).toEqual([]);
});

const everyCall = [0, 1, 2, 3, 4, 5];

const fail: Call = () => Promise.reject(new Error('no such call'));

const unconfirmed = `select count(*) from deposit where state in ('requested', 'seen')`;
