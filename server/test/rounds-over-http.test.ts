import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { streamEvents } from '#contract/events.ts';
import { dayItem, orderItem, roundDetail } from '#contract/round-records.ts';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { tipFrom } from '#core/proofs/seed-chain.ts';
import { dayOf, placeOf } from '#core/rounds/schedule.ts';
import { faultsIn } from './ledger-faults.fixture.ts';
import { openStream } from './member-stream.fixture.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.fixture.ts';
import { Phone } from './phone.fixture.ts';

let world: MoneyWorld;

/** A round is five seconds. */
beforeAll(async () => {
  world = await openMoneyWorld({ clockSpeed: 60 });
});

afterAll(() => world.close());

const rounds = z.array(z.object({ id: z.int(), state: z.string() }));

/** The answer to a bet on the running round; on the next one where betting has just ended. */
async function answerTo(phone: Phone, fields: Readonly<Record<string, string>>) {
  for (let attempt = 0; attempt < 40; attempt++) {
    const [running] = rounds.parse((await phone.post('/order/thblist')).info);
    const answer = await phone.post('/order/tradeThb', { round: String(running?.id), ...fields });
    if (answer.code !== 'roundClosed') return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('no round took it');
}

async function bet(phone: Phone, fields: Readonly<Record<string, string>>): Promise<z.output<typeof orderItem>> {
  const { status, url, code } = await answerTo(phone, fields);
  if (status !== 200) throw new Error(`not placed: ${code}`);
  return z.decode(orderItem, url as z.input<typeof orderItem>);
}

test('a member bets, hears of closing and result, and recomputes the round from public data on the tip published before', async () => {
  const phone = await world.fundedMember('bettor01');
  const stranger = new Phone(world.app.address);
  const stream = await openStream(world.app.address, phone);
  const order = await bet(phone, { category: 'odd', amount: '25' });
  const published = z.object({ days: z.array(dayItem) }).parse((await stranger.get('/rounds/fairness')).url);
  const ofRoundOrLater = published.days.filter(({ day }) => day >= dayOf(order.round));
  expect(ofRoundOrLater.length).toBeGreaterThan(0);
  expect(ofRoundOrLater.every(({ key }) => key === null)).toBe(true);
  await expect
    .poll(
      async () => z.decode(roundDetail, (await stranger.get(`/rounds/detail/${order.round}`)).url as never).isPaid,
      {
        interval: 200,
      },
    )
    .toBe(true);

  const { url } = await stranger.get(`/rounds/transcript/${order.round}`);
  const transcript = z.decode(roundTranscriptSchema, url as never);
  expect(verifyRound(transcript, isDrandSigned)).toMatchObject({ matches: true, differences: [] });
  expect(transcript.orders?.map(({ salt }) => salt)).toContain(order.salt);
  const tip = tipFrom(Buffer.from(transcript.seed, 'hex'), placeOf(order.round));
  expect(published.days.map((day) => day.tip)).toContain(tip);

  const { info } = await phone.get('/order/thborder');
  const [settled] = z.decode(z.array(orderItem), info as never);
  expect(settled).toMatchObject({
    id: order.id,
    state: transcript.status === 'void' ? 'void' : expect.stringMatching(/won|lost/),
  });
  const wallet = (await phone.get('/api/wallet')).url as { banlance: string; locked: string; today_profit: string };
  expect(Number(wallet.banlance)).toBeCloseTo(1_000 + Number(settled?.income ?? 0n) / 1e6, 6);
  expect(wallet.locked).toBe('0.000000');
  const log = (await phone.get('/financing/log')).url as { rounds: { total: string }; plans: { total: string } };
  expect(Number(log.rounds.total)).toBeCloseTo(Number(settled?.income ?? 0n) / 1e6, 6);
  expect(log.plans.total).toBe('0.000000');
  // A day of the product can end in between.
  expect([log.rounds.total, '0.000000']).toContain(wallet.today_profit);

  const heard = stream.events.flatMap(({ name, data }) => (name === 'round' ? [streamEvents.round.parse(data)] : []));
  const own = heard.filter(({ round }) => round === order.round);
  const states = new Set(own.map(({ state }) => state));
  expect(states.has('closed')).toBe(true);
  expect(states.has(transcript.status === 'void' ? 'void' : 'drawn')).toBe(true);
  expect(own.map(({ digest }) => digest)).toContain(transcript.digest);
  stream.stop();
  expect(await faultsIn(world.database.pool)).toEqual([]);
});

test('a follow goes on round by round, and cancelled returns the rest at once', async () => {
  const phone = await world.fundedMember('bettor02');
  const order = await bet(phone, { category: 'triple', amount: '2', follow: '30', losslimit: '60' });
  const listed = async () => {
    const { info } = await phone.get('/rounds/follows');
    const [follow] = info as { id: string; placed: number; reserved: string; end: string | null }[];
    return follow;
  };
  expect(await listed()).toMatchObject({ id: order.follow, placed: 1, reserved: '58.000000', end: null });
  await expect.poll(async () => (await listed())?.placed, { interval: 200 }).toBeGreaterThan(1);
  const cancelled = await phone.post(
    '/rounds/cancel',
    { follow: order.follow ?? '' },
    { 'idempotency-key': 'cancel-follow-0001' },
  );
  expect(cancelled).toMatchObject({ status: 200, url: { end: 'cancelled', reserved: '0.000000' } });
  expect(cancelled.info).toBe('The rest of the follow is cancelled, and its stakes are available again');
  const again = await phone.post(
    '/rounds/cancel',
    { follow: order.follow ?? '' },
    { 'idempotency-key': 'cancel-follow-0002' },
  );
  expect(again).toMatchObject({ status: 200, url: { end: 'cancelled' } });
  expect(await faultsIn(world.database.pool)).toEqual([]);
});

test('a bet over the balance, and a follow over it in all, are refused by that reason, and write nothing', async () => {
  const phone = await world.fundedMember('bettor03');
  const written = async () => {
    const { rows } = await world.database.pool.query(
      `select (select count(*) from round_order) as orders, (select count(*) from round_follow) as follows,
         (select count(*) from ledger.transfers where kind = 'orderPlaced') as transfers`,
    );
    return rows;
  };
  const before = await written();
  for (const fields of [{ amount: '1000.000001' }, { amount: '250.000001', follow: '4' }]) {
    expect(await answerTo(phone, { category: 'big', ...fields })).toMatchObject({
      status: 422,
      code: 'insufficientFunds',
      info: 'The amount is over your available quota of 1,000 USDT',
    });
  }
  expect(await written()).toEqual(before);
  expect((await phone.get('/api/wallet')).url).toMatchObject({ banlance: '1000.000000', locked: '0.000000' });
});

test('a frozen account bets on no round', async () => {
  const phone = await world.fundedMember('bettor09');
  expect(await phone.post('/security/freeze')).toMatchObject({ status: 200 });
  expect(await answerTo(phone, { category: 'odd', amount: '1.5' })).toMatchObject({ code: 'accountFrozen' });
});
