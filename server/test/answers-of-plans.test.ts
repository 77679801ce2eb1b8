import { beforeAll, test } from 'vitest';
import { getLimits, setLossLimit } from '#contract/limits.ts';
import { getCandles, getMarketStatus, listMarkets } from '#contract/market.ts';
import { listPlans, placePlan } from '#contract/plans.ts';
import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plans-offer.ts';
import { getPlan, getPlanProof } from '#contract/plans-proof.ts';
import { getMember } from '#contract/profile.ts';
import { getMinutes, getReplayDay, listClosedCandles } from '#contract/proofs.ts';
import { freezeAccount } from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { listMovements } from '#contract/wallet-movements.ts';
import { listWeightEntries } from '#contract/weight.ts';
import { openForFile } from './open-for-file.fixture.ts';
import type { WireAnswers } from './wire-answers.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const world = await openForFile(() => openWireWorld());
const ids: Record<string, string> = {};
let ann: WireCaller;
let ben: WireCaller;

const namedAnswers = (): WireAnswers => {
  const answers = world.answers();
  for (const [name, id] of Object.entries(ids)) answers.name(id, name);
  return answers;
};

async function place(member: WireCaller, name: string, fields: Record<string, string>): Promise<void> {
  world.pass(minuteMs);
  ids[name] = (await member.done<{ id: string }>(placePlan, { id: '1', ...fields })).id;
}

/** Plans of Ann with results and running ones, and one of Ben. */
beforeAll(async () => {
  ann = await world.member('annplans1');
  ben = await world.member('benplans1');
  await world.fund(ann, '2000.5');
  await world.fund(ben, '600.25');
  await place(ann, 'the first', { coin: 'ETH', multiple: '3', price: '100.5' });
  await place(ben, "Ben's", { coin: 'BTC', multiple: '1', price: '45.25' });
  const running = async (member: WireCaller) =>
    (await member.done<{ status: number }[]>(listPlans)).filter(({ status }) => status === 1).length;
  const areSettled = async () => (await running(ann)) + (await running(ben)) === 0;
  world.pass(80 * minuteMs);
  await until(areSettled);
  await place(ann, 'the second', { coin: 'SOL', multiple: '5', price: '33.75' });
  world.pass(13 * 60 * minuteMs);
  await until(areSettled);
  await place(ann, 'the third', { coin: 'LTC', multiple: '2', price: '71.125' });
  world.pass(17 * minuteMs);
  await place(ann, 'the newest', { coin: 'ETH', multiple: '1', price: '12.0625' });
  world.pass(2 * minuteMs);
});

test('a member is answered plans with their results and rounds, newest first', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, listPlans);
  await ann.keep(answers, listPlans, { before: ids['the third'] ?? '' }, { only: ['id', 'status'] });
  await ann.keep(answers, listPlans, { before: ids["Ben's"] ?? '' }, { only: ['id'] });
  await ann.keep(answers, listPlans, { before: '-' });
  for (const name of ['the first', 'the third']) {
    await ann.keep(answers, getPlan, { plan: ids[name] ?? '' }, { few: true });
  }
  await ann.keep(answers, getPlan, { plan: ids["Ben's"] ?? '' });
  await ann.keep(answers, getPlanProof, { plan: ids['the second'] ?? '' }, { few: true });
  await ann.keep(answers, getPlanProof, { plan: ids['the newest'] ?? '' });
  await ann.keep(answers, getPlanProof, { plan: ids["Ben's"] ?? '' });
  answers.expectKept();
});

test('a member is answered what plans did to the wallet, the figures and the score', async () => {
  const answers = namedAnswers();
  const counted = { id: 'transfer' };
  await ann.keep(answers, getWallet);
  await ann.keep(answers, getQuota);
  await ann.keep(answers, getMember);
  await ann.keep(answers, listMovements, { kinds: 'planPlaced,planSettled' }, { counted });
  await ann.keep(answers, listWeightEntries);
  const { entries } = await ann.done<{ entries: { id: string }[] }>(listWeightEntries);
  answers.part('after the second entry');
  await ann.keep(answers, listWeightEntries, { before: entries[1]?.id ?? '' });
  await ann.keep(answers, listWeightEntries, { before: 'checkedIn.2001-01-01' });
  answers.part('with a limit on losses');
  await ann.keep(answers, setLossLimit, { period: 'day', amount: '500.5' });
  await ben.keep(answers, getLimits);
  answers.expectKept();
});

test('a member is answered the levels and what a plan of them did', async () => {
  const answers = namedAnswers();
  const varying = ['pairs', 'losing', 'losing_gross'];
  await ann.keep(answers, listLevels, {}, { varying });
  await ann.keep(answers, listLevels, { coin: 'BTC', multiple: '4' }, { varying, only: ['id', 'rate_min', 'lock'] });
  await ann.keep(answers, listLevels, { coin: 'NONE' });
  await ann.keep(answers, listLevels, { multiple: '0' });
  await ann.keep(answers, getMaxLeverage);
  await ann.keep(answers, quotePlan, { id: '1', coin: 'ETH', multiple: '3' }, { few: true });
  for (const fields of [
    ...[{}, { id: '9', coin: 'ETH', multiple: '1' }, { id: '1' }, { id: '1', coin: 'NONE', multiple: '1' }],
    ...[
      { id: '1', coin: 'ETH' },
      { id: '1', coin: 'ETH', multiple: '99' },
    ],
  ] as Record<string, string>[]) {
    await ann.keep(answers, quotePlan, fields);
  }
  answers.expectKept();
});

test('a member is answered a plan that is placed, and why another is refused', async () => {
  const answers = namedAnswers();
  const good = { id: '1', coin: 'ETH', multiple: '2', price: '20.5' };
  await ben.keep(answers, placePlan, good);
  for (const fields of [
    ...[{ id: '' }, { id: '7' }, { id: '3' }, { coin: '' }, { coin: 'NONE' }, { multiple: '' }, { multiple: '26' }],
    ...[{ multiple: '12' }, { price: '' }, { price: '0' }, { price: '9.5' }, { price: '501' }],
  ] as Record<string, string>[]) {
    await ben.keep(answers, placePlan, { ...good, ...fields });
  }
  const poor = await world.member('poorplans1');
  await poor.keep(answers, placePlan, good);
  await ben.done(setLossLimit, { period: 'day', amount: '0.5' });
  await ben.keep(answers, placePlan, good);
  await ben.done(freezeAccount);
  await ben.keep(answers, placePlan, good);
  answers.expectKept();
});

test('anybody is answered the market, its candles and what identifies it', async () => {
  const answers = namedAnswers();
  const anybody = world.caller();
  await anybody.keep(answers, getMarketStatus);
  await anybody.keep(answers, listMarkets, { id: '1', type: '0' }, { few: true });
  await anybody.keep(answers, listMarkets, { id: '1', type: '0', coin: 'SOL' }, { few: true });
  await anybody.keep(answers, listMarkets, { id: '1', type: '0', coin: 'NONE' });
  for (const time of ['', '5m', '1d']) await anybody.keep(answers, getCandles, { name: 'ETH', time }, { few: true });
  await anybody.keep(answers, getCandles, { name: 'NONE', time: '5m' });
  await anybody.keep(answers, getCandles, { name: 'ETH', time: '2m' });
  const from = String(world.now() - 30 * minuteMs);
  await anybody.keep(answers, getMinutes, { name: 'ETH', from }, { few: true });
  await anybody.keep(answers, getMinutes, { name: 'NONE', from });
  await anybody.keep(answers, listClosedCandles, { from }, { few: true });
  await anybody.keep(answers, getReplayDay, { name: 'ETH', day: '3' }, { few: true });
  await anybody.keep(answers, getReplayDay, { name: 'ETH', day: '9000' });
  answers.expectKept();
});
