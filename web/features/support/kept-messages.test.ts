import { afterEach, expect, test } from 'vitest';
import { markSignIn } from '#web/platform/session/name-owner.ts';
import { forgetAccount, keptMessages, learnAccount, ownerOf } from './kept-messages.ts';
import { written } from './outbox.fixture.ts';
import type { WaitingMessage } from './outbox.ts';

// Neither storage nor IndexedDB is here, as in a private window of some browsers: messages are held until the page is closed.
afterEach(async () => {
  for (const name of ['Ann', 'anna']) await forgetAccount(name);
});

const message = (at: number): WaitingMessage => ({ ...written(at), place: at, image: null, problem: null });

const textsOf = async (owner: string): Promise<string[]> =>
  (await keptMessages.load(owner)).map(({ text }) => text).sort();

test('a message is kept for its account alone, changed while it is there, and gone when it was sent', async () => {
  await keptMessages.put('12', message(1));
  await keptMessages.put('1', message(2));
  expect([await textsOf('12'), await textsOf('1')]).toEqual([['message 1'], ['message 2']]);
  expect(await keptMessages.replace('12', { ...message(1), text: 'changed' })).toBe(true);
  expect(await textsOf('12')).toEqual(['changed']);
  await keptMessages.remove('12', message(1));
  expect(await keptMessages.replace('12', message(1))).toBe(false);
  expect([await textsOf('12'), await textsOf('1')]).toEqual([[], ['message 2']]);
  await keptMessages.remove('1', message(2));
});

test('what was written before the account’s number was known moves to it, once, whatever case the name is typed in', async () => {
  const before = ownerOf('Ann');
  await keptMessages.put(before, message(1));
  await keptMessages.put(ownerOf('anna'), message(2));
  await learnAccount('ann', '31');
  expect([ownerOf('ANN'), await textsOf('31'), await textsOf(before)]).toEqual(['31', ['message 1'], []]);
  expect(await textsOf(ownerOf('anna'))).toEqual(['message 2']);
});

test('of an account that was deleted nothing is kept, written before its number was known or after', async () => {
  await keptMessages.put(ownerOf('ann'), message(1));
  await learnAccount('ann', '31');
  await keptMessages.put(ownerOf('ann'), message(2));
  await keptMessages.put('name:ann', message(3));
  await forgetAccount('Ann');
  expect([await textsOf('31'), await textsOf('name:ann'), ownerOf('ann')]).toEqual([[], [], 'name:ann']);
});

test('what was written at an earlier sign-in, whose account’s number was never known, does not move to the next account of the name', async () => {
  markSignIn('Ann');
  await keptMessages.put(ownerOf('ann'), message(1));
  const earlier = ownerOf('ann');
  await keptMessages.put(ownerOf('anna'), message(3));
  markSignIn('ann');
  await keptMessages.put(ownerOf('Ann'), message(2));
  expect(await textsOf(ownerOf('ann'))).toEqual(['message 2']);
  await learnAccount('ann', '77');
  expect([await textsOf('77'), await textsOf(earlier), await textsOf(ownerOf('anna'))]).toEqual([
    ...[['message 2'], [], ['message 3']],
  ]);
});

test('what was written at a sign-in whose number was never known moves to the account whose number it is before and after', async () => {
  await learnAccount('ann', '31');
  for (const at of [1, 2]) {
    markSignIn('ann');
    await keptMessages.put(ownerOf('ann'), message(at));
  }
  markSignIn('ann');
  await learnAccount('ann', '31');
  expect(await textsOf('31')).toEqual(['message 1', 'message 2']);
  for (const at of [1, 2]) await keptMessages.remove('31', message(at));
  markSignIn('ann');
  await keptMessages.put(ownerOf('ann'), message(3));
  markSignIn('ann');
  await learnAccount('ann', '77');
  expect([await textsOf('77'), await textsOf('31')]).toEqual([[], []]);
});

test('what a page writes while another one learns the number moves with the next look', async () => {
  markSignIn('ann');
  const before = ownerOf('ann');
  await learnAccount('ann', '31');
  await keptMessages.put(before, message(1));
  await learnAccount('ann', '31');
  expect([await textsOf('31'), await textsOf(before)]).toEqual([['message 1'], []]);
});
