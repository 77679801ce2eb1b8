import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerConversation,
  assignConversation,
  closeConversation,
  getChatRatings,
  listConversations,
  listSnippets,
  markConversationSeen,
  openPinnedObject,
  readConversation,
  removeSnippet,
  type Snippet,
  saveSnippet,
  sendChatImage,
} from '#contract/support-inbox.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.fixture.ts';
import { imageOf, picture } from './image-world.fixture.ts';
import type { Phone } from './phone.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';

let world: ConsoleWorld;
let desks: Record<'olga' | 'sue' | 'sam' | 'fay', WireCaller>;
let phones: Record<'ann' | 'bob' | 'cid' | 'dan', Phone>;
let numbers: Record<'ann' | 'bob' | 'cid' | 'dan', string>;

beforeAll(async () => {
  world = await openConsoleWorld();
  desks = await world.desks({ olga: 'owner', sue: 'support', sam: 'support', fay: 'finance' });
  phones = {
    ...{ ann: await world.member('annchat'), bob: await world.member('bobchat') },
    ...{ cid: await world.member('cidchat'), dan: await world.member('danchat') },
  };
  const found: Record<string, string> = {};
  for (const [name, phone] of Object.entries(phones)) {
    found[name] = await world.numberOf(phone);
    world.answers.name(found[name], name);
  }
  numbers = found as typeof numbers;
});
afterAll(() => world?.close());

async function say(of: Phone, fields: Readonly<Record<string, string>>): Promise<void> {
  const id = randomUUID();
  world.answers.name(id, `id of: ${fields.text ?? 'an image'}`);
  const { code } = await of.post('/chat/send', { id, ...fields });
  expect(code).toBeUndefined();
}

/** Each has another id: it is the caller’s own. */
const newId = (): string => {
  const id = randomUUID();
  world.answers.name(id, 'own id');
  return id;
};

test('conversations are answered to the desk by their queues, with who has them, what is unseen and the newest message', async () => {
  const { ask } = world;
  const { ann, bob, cid, dan } = phones;
  await say(cid, { text: 'Where is my deposit?' });
  await say(ann, { text: 'How do I verify a result?' });
  await say(bob, { text: 'Thank you' });
  const deposit = (await ann.post('/Finance/recharge', { channel: 'sandbox', amount: '321' })).url as { id: string };
  await say(ann, { text: 'And this one?', pin: 'deposit', pinned: deposit.id });
  await say(ann, { image: await imageOf(ann, 9) });
  await say(dan, { text: 'Never mind' });
  const read = (what: string, by: WireCaller, member: string, fields: Readonly<Record<string, string>> = {}) =>
    ask(what, by, readConversation, { member, ...fields });
  const queue = (what: string, by: WireCaller, name: string) => ask(what, by, listConversations, { queue: name });
  await queue('all that wait', desks.sue, 'waiting');
  await read('one of them', desks.sue, numbers.ann);
  await ask('seen', desks.sue, markConversationSeen, { member: numbers.ann, through: '2' });
  await ask('seen to no message', desks.sue, markConversationSeen, { member: numbers.ann, through: '999' });
  const answer = (what: string, by: WireCaller, member: string, fields: Readonly<Record<string, string>>) =>
    ask(what, by, answerConversation, { member, id: newId(), text: 'It is on its way', through: '1', ...fields });
  const id = newId();
  await answer('answered', desks.sue, numbers.cid, { id });
  await answer('answered again', desks.sue, numbers.cid, { id });
  await answer('another answer as the same', desks.sue, numbers.cid, { id, text: 'It is not' });
  await answer('answered in part', desks.sam, numbers.ann, { text: 'Press verify' });
  await answer('answered with nothing', desks.sue, numbers.ann, { text: '' });
  await answer('answered to no message', desks.sue, numbers.ann, { through: '999' });
  await answer('answered to no chat', desks.sue, '0000000000000001', {});
  await answer('answered by finance', desks.fay, numbers.ann, {});
  await ask('assigned', desks.sue, assignConversation, { member: numbers.bob, to: 'sue' });
  await ask('assigned to a colleague', desks.sue, assignConversation, { member: numbers.dan, to: 'sam' });
  await ask('assigned to finance', desks.sue, assignConversation, { member: numbers.dan, to: 'fay' });
  await ask('given back', desks.sam, assignConversation, { member: numbers.dan });
  await answer('the one of sue answered', desks.sue, numbers.bob, { text: 'You are welcome' });
  await ask('ended', desks.sue, closeConversation, { member: numbers.dan });
  await ask('ended again', desks.sue, closeConversation, { member: numbers.dan });
  await answer('answered after its end', desks.sue, numbers.dan, {});
  await ask('assigned after its end', desks.sue, assignConversation, { member: numbers.dan, to: 'sue' });
  const image = await desks.sue.call(
    sendChatImage,
    { member: numbers.bob, id: newId(), through: '1' },
    {},
    new Uint8Array(await picture(4)),
  );
  await world.answers.keep(image);
  for (const name of ['waiting', 'mine', 'open', 'closed']) await queue(name, desks.sue, name);
  await queue('of the colleague', desks.sam, 'mine');
  await queue('of no queue', desks.sue, 'late');
  await read('the answered one', desks.olga, numbers.cid);
  await read('the one answered in part', desks.olga, numbers.ann);
  await read('before its third message', desks.olga, numbers.ann, { before: '3' });
  await read('searched', desks.olga, numbers.ann, { search: 'VERIFY' });
  await read('of no chat', desks.olga, '0000000000000001');
  await ask('what is pinned', desks.olga, openPinnedObject, { member: numbers.ann, position: '3' });
  await ask('where nothing is pinned', desks.olga, openPinnedObject, { member: numbers.ann, position: '1' });
  await phones.dan.post('/chat/rate', { conversation: '1', stars: '4' });
  await desks.sue.done(closeConversation, { member: numbers.cid });
  await phones.cid.post('/chat/rate', { conversation: '1', stars: '2' });
  await desks.sue.done(closeConversation, { member: numbers.bob });
  await ask('ratings', desks.sue, getChatRatings);
  await ask('ratings, to finance', desks.fay, getChatRatings);
  await say(dan, { text: 'Once more' });
  await queue('opened anew', desks.sue, 'open');
  await read('with both conversations', desks.sue, numbers.dan);
  world.answers.expectKept();
});

test('snippets are answered to the desk by title', async () => {
  const { ask } = world;
  const save = (what: string, fields: Readonly<Record<string, string>>) =>
    ask<Snippet[]>(what, desks.sue, saveSnippet, { locale: 'en', title: 'Greeting', text: 'Good day', ...fields });
  await save('the first', { title: 'Waiting' });
  await save('in another language', { locale: 'zh', title: 'Greeting', text: '您好' });
  const [first] = await save('a third', { title: 'Apology', text: 'We are sorry' });
  await save('changed', { id: first?.id ?? '', title: 'Zeal', text: 'With pleasure' });
  await save('changed as no snippet', { id: '0000000000000ABC' });
  await save('without a title', { title: ' ' });
  await save('without a text', { text: '' });
  await save('in no language', { locale: 'xx' });
  const [second] = await ask<Snippet[]>('all', desks.olga, listSnippets);
  await ask('removed', desks.sam, removeSnippet, { id: second?.id ?? '' });
  await ask('removed again', desks.sam, removeSnippet, { id: second?.id ?? '' });
  await ask('to finance', desks.fay, listSnippets);
  world.answers.expectKept();
});
