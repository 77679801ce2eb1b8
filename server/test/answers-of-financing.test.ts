import { beforeAll, test } from 'vitest';
import { requestDeposit } from '#contract/deposits.ts';
import { getFinancingLog, listHoldings, listProducts, quoteFinancing, redeem, subscribe } from '#contract/financing.ts';
import {
  excludeMyself,
  getLimits,
  keepExclusion,
  keepLossLimit,
  liftExclusion,
  liftLossLimit,
  setLossLimit,
} from '#contract/limits.ts';
import { updateProfile } from '#contract/profile-update.ts';
import { listMovements } from '#contract/wallet-movements.ts';
import { openForFile } from './open-for-file.fixture.ts';
import type { WireAnswers } from './wire-answers.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const world = await openForFile(() => openWireWorld());
const ids: Record<string, string> = {};
let ann: WireCaller;
let ben: WireCaller;

const namedAnswers = (): WireAnswers => {
  const answers = world.answers();
  for (const [name, id] of Object.entries(ids)) answers.name(id, name);
  return answers;
};

async function take(member: WireCaller, name: string, product: string, amount: string): Promise<string> {
  world.pass(7 * minuteMs);
  ids[name] = (await member.done<{ id: string }>(subscribe, { product, amount })).id;
  return ids[name];
}

/** Holdings of Ann in all states, which end in another order than they began in, and one of Ben. */
beforeAll(async () => {
  ann = await world.member('annholds1');
  ben = await world.member('benholds1');
  await world.fund(ann, '3000.5');
  await world.fund(ben, '700.25');
  await take(ann, 'the long one', 'day30', '101.5');
  await take(ann, 'the week', 'day7', '1002.25');
  const early = await take(ann, 'the one taken out', 'day14', '203.125');
  await take(ben, "Ben's", 'day1', '304.75');
  await take(ann, 'the day', 'day1', '405.5');
  world.pass(26 * hourMs);
  const isOver =
    (state: string, id = '') =>
    async () =>
      (await ann.done<{ id: string }[]>(listHoldings, { status: state })).some((one) => one.id === id);
  await until(isOver('matured', ids['the day']));
  world.pass(3 * 24 * hourMs);
  await ann.done(redeem, { holding: early });
  await take(ann, 'the second day', 'day1', '506.75');
  world.pass(3 * 24 * hourMs);
  await until(isOver('matured', ids['the week']));
  await until(isOver('matured', ids['the second day']));
  await take(ann, 'the newest', 'day14', '77.7');
  world.pass(5 * hourMs);
});

test('a member is answered the products, and what a subscription would pay after each day', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, listProducts);
  await ann.keep(answers, quoteFinancing, { product: 'day7', amount: '1234.5' });
  for (const fields of [
    ...[{}, { product: 'day8', amount: '10' }, { product: 'day7' }, { product: 'day7', amount: 'x' }],
    ...[
      { product: 'day7', amount: '9.999999' },
      { product: 'day7', amount: '10000.000001' },
    ],
  ] as Record<string, string>[]) {
    await ann.keep(answers, quoteFinancing, fields);
  }
  answers.expectKept();
});

test('a member is answered holdings of all and of one state, and what they earned, today and ever', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, listHoldings);
  const only = ['id', 'state', 'interest'];
  for (const status of ['running', 'matured', 'redeemed']) await ann.keep(answers, listHoldings, { status }, { only });
  await ann.keep(answers, listHoldings, { before: ids['the day'] ?? '' }, { only });
  await ann.keep(answers, listHoldings, { before: ids['the second day'] ?? '', status: 'matured' }, { only });
  await ann.keep(answers, listHoldings, { holding: ids['the week'] ?? '' }, { only });
  await ann.keep(answers, listHoldings, { holding: ids["Ben's"] ?? '' });
  await ann.keep(answers, listHoldings, { status: 'over' });
  await ann.keep(answers, listHoldings, { before: '?' });
  await ann.keep(answers, getFinancingLog);
  answers.part('from the same moment on, in a zone where it is another day');
  await ann.done(updateProfile, { timezone: 'America/Los_Angeles' });
  await ann.keep(answers, getFinancingLog);
  await ann.done(updateProfile, { timezone: 'UTC' });
  answers.part('Ben');
  await ben.keep(answers, listHoldings, {}, { only });
  await ben.keep(answers, getFinancingLog);
  const kinds = 'financingSubscribed,financingMatured,financingRedeemed';
  await ben.keep(answers, listMovements, { kinds }, { counted: { id: 'transfer' } });
  answers.expectKept();
});

test('a member is answered a subscription and its end, and why others are refused', async () => {
  const answers = namedAnswers();
  const bought = await ben.keep<{ id: string }>(answers, subscribe, { product: 'day30', amount: '55.5', rate: '300' });
  world.pass(50 * hourMs);
  await ben.keep(answers, redeem, { holding: bought.id });
  await ben.keep(answers, redeem, { holding: bought.id });
  await ben.keep(answers, redeem, { holding: ids["Ben's"] ?? '' });
  await ben.keep(answers, redeem, { holding: ids['the long one'] ?? '' });
  for (const fields of [
    ...[
      { product: 'day7', amount: '9' },
      { product: 'day7', amount: '5000' },
      { product: 'none', amount: '10' },
    ],
    ...[{ product: 'day7', amount: '10', rate: '201' }, { amount: '10' }, { product: 'day1' }],
  ] as Record<string, string>[]) {
    await ben.keep(answers, subscribe, fields);
  }
  answers.expectKept();
});

test('a member is answered the limits that were set, those that wait, and an exclusion', async () => {
  const answers = namedAnswers();
  await ben.keep(answers, getLimits);
  await ben.keep(answers, liftLossLimit, { period: 'day' });
  await ben.keep(answers, keepLossLimit, { period: 'week' });
  await ben.keep(answers, liftExclusion);
  await ben.keep(answers, keepExclusion);
  for (const fields of [{ period: 'day' }, { period: 'day', amount: '-2' }, { period: 'year', amount: '2' }]) {
    await ben.keep(answers, setLossLimit, fields as Record<string, string>);
  }
  await ben.keep(answers, setLossLimit, { period: 'day', amount: '50.5' });
  world.pass(hourMs);
  await ben.keep(answers, setLossLimit, { period: 'week', amount: '200.25' });
  world.pass(hourMs);
  await ben.keep(answers, setLossLimit, { period: 'day', amount: '80.75' });
  world.pass(hourMs);
  await ben.keep(answers, liftLossLimit, { period: 'week' });
  await ben.keep(answers, keepLossLimit, { period: 'day' });
  await ben.keep(answers, excludeMyself, { days: '2' });
  await ben.keep(answers, excludeMyself, { days: '7' });
  await ben.keep(answers, requestDeposit, { channel: 'sandbox', amount: '100' });
  world.pass(hourMs);
  await ben.keep(answers, liftExclusion);
  world.pass(hourMs);
  await ben.keep(answers, keepExclusion);
  await ben.keep(answers, excludeMyself, { days: '1' });
  answers.expectKept();
});
