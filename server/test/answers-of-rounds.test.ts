import { beforeAll, test } from 'vitest';
import { getFinancingLog } from '#contract/financing.ts';
import { listMemberObjects } from '#contract/members.ts';
import type { RoundDetail } from '#contract/round-records.ts';
import {
  cancelFollow,
  getDayTranscript,
  getFairness,
  getRound,
  getRoundOrders,
  getRoundProof,
  getTranscript,
  listCategories,
  listFairDays,
  listFollows,
  listOrders,
  listResults,
  listRounds,
  placeOrder,
} from '#contract/rounds.ts';
import { reportVerification } from '#contract/tasks.ts';
import { getWallet } from '#contract/wallet.ts';
import { openForFile } from './open-for-file.fixture.ts';
import type { WireAnswers } from './wire-answers.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const world = await openForFile(() => openWireWorld({ isInDatabase: true }));
const ids: Record<string, string> = {};
let first = 0;
let ann: WireCaller;
let ben: WireCaller;

const namedAnswers = (): WireAnswers => {
  const answers = world.answers();
  for (const [name, id] of Object.entries(ids)) answers.name(id, name);
  return answers;
};

const runningRound = () => Math.floor(world.now() / (5 * minuteMs));

async function bet(member: WireCaller, name: string, fields: Record<string, string>): Promise<void> {
  await world.passInDatabase(7_000);
  const order = await member.done<{ id: string; follow: string | null }>(placeOrder, {
    round: String(runningRound()),
    ...fields,
  });
  ids[name] = order.id;
  if (order.follow !== null && order.follow !== undefined) ids[`the follow of ${name}`] = order.follow;
}

/** Lets the running round end, and waits for its closing, its result and its payment. */
async function endRound(): Promise<void> {
  const round = runningRound();
  const read = () => world.caller().done<RoundDetail>(getRound, { round: String(round) });
  await world.passInDatabase((round + 1) * 5 * minuteMs - 50_000 - world.now());
  await until(async () => (await read()).digest !== null);
  await world.passInDatabase(50_000 + 61_000);
  await until(async () => (await read()).isPaid);
}

/** Orders of Ann and Ben in several rounds, a follow that ran to its end and one that is cancelled. */
beforeAll(async () => {
  ann = await world.member('annrounds1');
  ben = await world.member('benrounds1');
  await world.fund(ann, '500.5');
  await world.fund(ben, '400.25');
  first = runningRound();
  await bet(ann, 'odd of the first', { category: 'odd', amount: '11.5' });
  await bet(ben, "Ben's big", { category: 'big', amount: '21.25' });
  await bet(ann, 'small of the first', { category: 'small', amount: '12.25' });
  await bet(ann, 'even, followed', { category: 'even', amount: '2.125', follow: '2' });
  for (let ended = 0; ended < 3; ended++) await endRound();
  await bet(ann, 'big, followed', { category: 'big', amount: '3.0625', follow: '5', stoponwin: '1', losslimit: '9.5' });
  await bet(ann, 'odd of the fourth', { category: 'odd', amount: '4.5' });
});

test('anybody is answered the categories and the rounds', async () => {
  const answers = namedAnswers();
  const anybody = world.caller();
  await anybody.keep(answers, listCategories);
  await anybody.keep(answers, listRounds, {}, { few: true });
  await anybody.keep(answers, listRounds, { before: String(first + 1) }, { only: ['id', 'state'], few: true });
  await anybody.keep(answers, listRounds, { before: 'x' });
  await anybody.keep(answers, listResults, {}, { few: true });
  await anybody.keep(answers, getRound, { round: String(first) });
  await anybody.keep(answers, getRound, { round: String(first + 3) });
  await anybody.keep(answers, getRound, { round: '1' });
  const counted = { id: 'leaf' };
  // Orders are listed by their random salts: those of a round with one of them.
  await anybody.keep(answers, getTranscript, { round: String(first + 1) }, { counted });
  await anybody.keep(answers, getTranscript, { round: String(first + 2) });
  await anybody.keep(answers, getTranscript, { round: String(first + 3) });
  await anybody.keep(answers, getFairness, {}, { few: true });
  await anybody.keep(answers, listFairDays, {}, { few: true });
  await anybody.keep(answers, getDayTranscript, { day: String(Math.floor(world.now() / dayMs)) });
  await anybody.keep(answers, getRoundOrders, { round: String(first + 1), from: '0' }, { counted });
  await anybody.keep(answers, getRoundOrders, { round: String(first + 3), from: '0' });
  answers.expectKept();
});

test('a member is answered orders and follows, newest first, and none of another member', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, listOrders);
  const only = ['id', 'state', 'income'];
  await ann.keep(answers, listOrders, { round: String(first) }, { only });
  await ann.keep(answers, listOrders, { before: ids['small of the first'] ?? '' }, { only });
  await ann.keep(answers, listOrders, { order: ids['small of the first'] ?? '' }, { only });
  await ann.keep(answers, listOrders, { order: ids["Ben's big"] ?? '' });
  await ann.keep(answers, listFollows);
  await ann.keep(answers, listFollows, { before: ids['the follow of big, followed'] ?? '' }, { only: ['id'] });
  // The place of an order in its tree follows from its random salt: of a round with one of them.
  const [followed] = await ann.done<{ id: string }[]>(listOrders, { round: String(first + 1) });
  await ann.keep(answers, getRoundProof, { order: followed?.id ?? '' }, { counted: { id: 'leaf' } });
  await ann.keep(answers, getRoundProof, { order: ids['odd of the fourth'] ?? '' });
  await ann.keep(answers, getRoundProof, { order: ids["Ben's big"] ?? '' });
  await ben.keep(answers, cancelFollow, { follow: ids['the follow of big, followed'] ?? '' });
  await ann.keep(answers, cancelFollow, { follow: ids['the follow of big, followed'] ?? '' });
  await ann.keep(answers, cancelFollow, { follow: ids['the follow of even, followed'] ?? '' });
  await ann.keep(answers, getFinancingLog);
  const { userid: member } = await ann.done<{ userid: string }>(getWallet);
  const tom = await world.operator('tom', 'support');
  const listed = { member, kind: 'order', before: ids['small of the first'] ?? '' };
  await tom.keep(answers, listMemberObjects, listed, { only: ['id', 'detail'] });
  answers.part('what the phone computed of a round');
  const computed = 'a'.repeat(64);
  await ann.keep(answers, reportVerification, { round: String(first), computed });
  await ann.keep(answers, reportVerification, { round: String(first + 3), computed });
  answers.expectKept();
});

test('a member is answered an order that is placed, and why another is refused', async () => {
  const answers = namedAnswers();
  const good = { round: String(runningRound()), category: 'odd', amount: '1.5' };
  await world.passInDatabase(7_000);
  await ben.keep(answers, placeOrder, good);
  for (const fields of [
    ...[{ round: '' }, { round: '1' }, { round: String(first) }, { category: '' }, { category: 'x' }, { amount: '' }],
    ...[{ amount: '-1' }, { amount: '0.000001' }, { amount: '399' }, { amount: '999999' }, { follow: '1' }],
    ...[
      { follow: '2', stoponwin: 'x' },
      { follow: '2', losslimit: '0' },
    ],
  ] as Record<string, string>[]) {
    await ben.keep(answers, placeOrder, { ...good, ...fields });
  }
  answers.expectKept();
});
