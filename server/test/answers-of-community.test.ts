import { test } from 'vitest';
import { checkIn, getWeek } from '#contract/check-in.ts';
import { donate, getGiving, listDisbursements } from '#contract/donations.ts';
import {
  changeClientSeed,
  draw,
  getDraw,
  getDrawTranscript,
  getEntries,
  listDraws,
  listPrizes,
  listWinners,
} from '#contract/draws.ts';
import { getInvitation, getInviter, getTeam, leaveTeam } from '#contract/invitations.ts';
import {
  addPushDevice,
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  removePushDevice,
} from '#contract/notifications.ts';
import { freezeAccount } from '#contract/security.ts';
import {
  getChatTranscript,
  getReplyTimes,
  getUnread,
  listMessages,
  markMessagesRead,
  rateConversation,
  sendMessage,
} from '#contract/support.ts';
import { answerConversation, closeConversation } from '#contract/support-inbox.ts';
import { beginReading, collectTasks, finishReading, listTasks, reportVerification } from '#contract/tasks.ts';
import { getPurse, getWallet } from '#contract/wallet.ts';
import { listComingLevels, listWeightEntries } from '#contract/weight.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const world = await openForFile(() => openWireWorld({ isInDatabase: true }));

test('a member is answered the week of check-ins, the tasks of the day, and what collecting them gave', async () => {
  const answers = world.answers();
  const ann = await world.member('anntasks1');
  await ann.keep(answers, getWeek);
  await ann.keep(answers, checkIn);
  await ann.keep(answers, checkIn);
  await world.passInDatabase(dayMs);
  await ann.keep(answers, listTasks);
  await ann.done(checkIn);
  await world.passInDatabase(minuteMs);
  const { reading, seconds } = await ann.keep<{ reading: string; seconds: number }>(
    answers,
    beginReading,
    { id: 'levels' },
    { varying: ['reading'] },
  );
  await ann.keep(answers, beginReading, { id: 'no-such' });
  answers.name(reading, 'the reading');
  await ann.keep(answers, finishReading, { reading });
  await world.passInDatabase(seconds * 1_000);
  await ann.keep(answers, finishReading, { reading });
  await ann.keep(answers, finishReading, { reading });
  await ann.keep(answers, finishReading, { reading: 'nothing.at.all' });
  await ann.keep(answers, reportVerification, { plan: 'NOSUCH', computed: 'a'.repeat(64) });
  await ann.keep(answers, listTasks);
  await ann.keep(answers, collectTasks);
  await ann.keep(answers, collectTasks);
  await ann.keep(answers, getWeek);
  await ann.keep(answers, getPurse);
  await ann.keep(answers, listWeightEntries);
  await ann.keep(answers, listComingLevels);
  answers.expectKept();
});

test('a member is answered the team by levels, and whose invitation it was', async () => {
  const answers = world.answers();
  const bob = await world.member('bobinvites1');
  const { code } = await bob.done<{ code: string }>(getInvitation);
  answers.name(code, "Bob's code");
  await world.passInDatabase(minuteMs);
  const cat = await world.member('catinvited1', code);
  await world.passInDatabase(minuteMs);
  const dot = await world.member('dotinvited1', code);
  answers.name((await dot.done<{ code: string }>(getInvitation)).code, "Dot's code");
  const { code: catsCode } = await cat.done<{ code: string }>(getInvitation);
  answers.name(catsCode, "Cat's code");
  await world.passInDatabase(minuteMs);
  await world.member('elkinvited1', catsCode);
  await world.passInDatabase(minuteMs);
  await world.member('foxinvited1', code);
  const varying = ['id'];
  await bob.keep(answers, getInvitation);
  await cat.keep(answers, getInvitation);
  await bob.keep(answers, getTeam, {}, { varying });
  const { members } = await bob.keep<{ members: { id: string }[] }>(answers, getTeam, { level: '1' }, { varying });
  await bob.keep(answers, getTeam, { level: '2' }, { varying });
  await bob.keep(answers, getTeam, { level: '4' });
  answers.name(members[1]?.id ?? '', 'the second of the team');
  await bob.keep(answers, getTeam, { level: '1', before: members[1]?.id ?? '' }, { varying });
  await dot.keep(answers, leaveTeam);
  await dot.keep(answers, getInvitation);
  await bob.keep(answers, getTeam, { level: '1' }, { varying });
  await bob.keep(answers, leaveTeam);
  answers.part('anybody');
  await world.caller().keep(answers, getInviter, { code });
  await world.caller().keep(answers, getInviter, { code: 'CLEARLOT' });
  await world.caller().keep(answers, getInviter, { code: 'NOBODY99' });
  await world.caller().keep(answers, getInviter, {});
  answers.expectKept();
});

test('a member is answered notifications newest first, by topic, read and unread', async () => {
  const answers = world.answers();
  const gus = await world.member('gusnotices1');
  await world.passInDatabase(minuteMs);
  const first = await world.fund(gus, '111.5');
  answers.name(first, 'the first deposit');
  await world.passInDatabase(minuteMs);
  await gus.done(freezeAccount);
  await world.passInDatabase(minuteMs);
  answers.name(await world.fund(gus, '122.25'), 'the second deposit');
  const varying = ['newest', 'next'];
  const { notifications, newest } = await gus.keep<{ notifications: { id: string }[]; newest: string }>(
    answers,
    listNotifications,
    {},
    { varying },
  );
  await gus.keep(answers, listNotifications, { topic: 'deposits' }, { varying });
  await gus.keep(answers, listNotifications, { topic: 'security' }, { varying });
  await gus.keep(answers, listNotifications, { topic: 'weather' });
  await gus.keep(answers, markNotificationsRead, { id: notifications[0]?.id ?? '' });
  await gus.keep(answers, getNotificationSettings);
  await gus.keep(answers, changeNotificationSettings, { setting: 'deposits', on: '0' });
  await gus.keep(answers, changeNotificationSettings, { setting: 'security', on: '0' });
  await gus.keep(answers, listNotifications, {}, { varying });
  answers.name(newest, 'the newest place');
  await gus.keep(answers, markNotificationsRead, { through: newest });
  await gus.keep(answers, markNotificationsRead, {});
  await gus.keep(answers, addPushDevice, { endpoint: 'http://127.0.0.1/x', p256dh: 'x', auth: 'x' });
  await gus.keep(answers, removePushDevice, { id: 'NOSUCH' });
  answers.expectKept();
});

test('a member is answered the chat, what is unread in it, and a conversation to keep', async () => {
  const answers = world.answers();
  const hal = await world.member('halchats1');
  const sue = await world.operator('sue', 'support');
  const { userid: member } = await hal.done<{ userid: string }>(getWallet);
  await hal.keep(answers, listMessages);
  const id = (count: number) => `message-of-hal-${count}`.padEnd(20, '0');
  await hal.keep(answers, sendMessage, { id: id(1), text: 'Where is my deposit?' });
  await hal.keep(answers, sendMessage, { id: id(1), text: 'Where is my deposit?' });
  await hal.keep(answers, sendMessage, { id: id(1), text: 'Another text' });
  for (const fields of [{ text: '' }, { id: 'x' }, { pin: 'plan', pinned: '0000000000000000' }]) {
    await hal.keep(answers, sendMessage, { id: id(9), text: 'Hello', ...fields });
  }
  await world.passInDatabase(minuteMs);
  await hal.done(sendMessage, { id: id(2), text: 'It was 100 USDT' });
  await world.passInDatabase(3 * minuteMs);
  const answered = { member, id: 'answer-of-sue-000001', text: 'It has arrived', through: '2' };
  await sue.done(answerConversation, answered).catch(async () => {
    await sue.done(answerConversation, { ...answered, through: '3' });
  });
  await hal.keep(answers, getUnread);
  const { messages } = await hal.keep<{ messages: { position: number }[] }>(answers, listMessages);
  await hal.keep(answers, listMessages, { search: 'deposit' });
  await hal.keep(answers, listMessages, { before: '2' });
  await hal.keep(answers, markMessagesRead, { through: String(messages[0]?.position ?? 1) });
  await hal.keep(answers, getUnread);
  await hal.keep(answers, rateConversation, { conversation: '1', stars: '4' });
  await sue.done(closeConversation, { member });
  await hal.keep(answers, rateConversation, { conversation: '1' });
  await hal.keep(answers, rateConversation, { conversation: '1', stars: '4' });
  await hal.keep(answers, rateConversation, { conversation: '1', stars: '5' });
  await hal.keep(answers, rateConversation, { conversation: '2', stars: '5' });
  await hal.keep(answers, getChatTranscript, { conversation: '1' });
  await hal.keep(answers, getChatTranscript, { conversation: '2' });
  await world.caller().keep(answers, getReplyTimes, {}, { varying: ['medianSeconds', 'percentile95Seconds'] });
  answers.expectKept();
});

test('a member is answered entries of the daily draw and gifts of points, anybody the prizes and what was given', async () => {
  const answers = world.answers();
  const [ida, jon] = [await world.member('idadraws1'), await world.member('jondraws1')];
  await ida.keep(answers, getEntries);
  await ida.keep(answers, draw);
  await ida.done(checkIn);
  await jon.done(checkIn);
  await ida.keep(answers, getEntries);
  await ida.keep(answers, draw);
  const seed = '00112233445566778899aabbccddeeff';
  for (const fields of [{ seed: 'x' }, { seed }, { seed, replaces: seed.replace('00', '11') }]) {
    await ida.keep(answers, changeClientSeed, fields);
  }
  const drawn = await ida.keep<{ id: string }>(answers, draw, {
    entry: '1',
    day: String(Math.floor(world.now() / dayMs)),
  });
  await ida.keep(answers, draw, { entry: '9', day: '1' });
  await ida.keep(answers, getDraw, { id: drawn.id });
  await jon.keep(answers, getDraw, { id: drawn.id });
  await jon.keep(answers, listDraws);
  const day = String(Math.floor(world.now() / dayMs));
  await ida.keep(answers, getDrawTranscript, { day });
  await ida.keep(answers, listDraws);
  for (const fields of [
    {},
    { tier: '4' },
    { tier: '1', name: 'everybody' },
    { tier: '2', name: 'masked' },
    { tier: '1' },
  ]) {
    await ida.keep(answers, donate, fields as Record<string, string>);
  }
  await world.passInDatabase(minuteMs);
  await jon.keep(answers, donate, { tier: '1', name: 'hidden' });
  await ida.keep(answers, getPurse);
  const isGiven = async () => (await world.caller().done<{ donors: unknown[] }>(getGiving)).donors.length > 0;
  await until(isGiven);
  for (const one of [getGiving, listDisbursements, listPrizes, listWinners]) await world.caller().keep(answers, one);
  await world.caller().keep(answers, listDisbursements, { before: '?' });
  answers.expectKept();
});
