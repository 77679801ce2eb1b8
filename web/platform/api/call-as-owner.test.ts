import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idempotencyHeader } from '#contract/envelope.ts';
import { revokeSession } from '#contract/identity.ts';
import { session } from '../session/session.ts';
import { callAsOwner, ownerQuestion } from './call-as-owner.ts';

/** Codes that the server refuses with, one call after another; then it takes the call. */
let refusals: string[] = [];
let sent: URLSearchParams[] = [];
let keys: (string | null)[] = [];

beforeEach(() => {
  session.setLocale('en');
  refusals = ['loginPasswordNeeded'];
  sent = [];
  keys = [];
  vi.stubGlobal('fetch', async (_address: string, { body, headers }: RequestInit) => {
    sent.push(new URLSearchParams(body as URLSearchParams));
    keys.push(new Headers(headers).get(idempotencyHeader));
    const code = refusals.shift();
    const refused = { status: false, info: 'refused', url: '', code };
    return Response.json(code === undefined ? { status: true, info: 'done', url: { sessionsEnded: 2 } } : refused);
  });
});
afterEach(() => vi.unstubAllGlobals());

const revoke = () => callAsOwner(revokeSession, { session: 'others' });

async function asked(before: unknown = null) {
  await expect.poll(ownerQuestion.snapshot).not.toBe(before);
  const question = ownerQuestion.snapshot();
  if (!question) throw new Error('nothing is asked');
  return question;
}

test('a call that takes the login password is made again with what its owner types, and the sheet stays while that is wrong', async () => {
  const calling = revoke();
  const { attempt } = await asked();
  for (const code of [
    'oldPasswordWrong',
    'signInLocked',
    'secondFactorNeeded',
    'secondFactorWrong',
    'secondFactorLocked',
  ]) {
    refusals = [code];
    await expect(attempt({ login: 'mistyped1', factor: undefined })).rejects.toMatchObject({ code });
    expect(ownerQuestion.snapshot()).not.toBeNull();
  }
  await attempt({ login: 'quiet99owl', factor: '123456' });
  expect((await calling).value).toEqual({ sessionsEnded: 2 });
  expect(ownerQuestion.snapshot()).toBeNull();
  expect(sent.map(String)).toEqual([
    'session=others',
    ...Array.from({ length: 5 }, () => 'session=others&login=mistyped1'),
    'session=others&login=quiet99owl&factor=123456',
  ]);
});

test('a call that moves money keeps its key when it is made again with the password', async () => {
  const calling = callAsOwner(revokeSession, { session: 'others' }, { idempotencyKey: 'one-submission' });
  await (await asked()).attempt({ login: 'quiet99owl', factor: undefined });
  await calling;
  expect(keys).toEqual(['one-submission', 'one-submission']);
});

test('another refusal closes the sheet, and is that of the call', async () => {
  const calling = revoke();
  const { attempt } = await asked();
  refusals = ['sessionUnknown'];
  await attempt({ login: 'quiet99owl', factor: undefined });
  await expect(calling).rejects.toMatchObject({ code: 'sessionUnknown' });
  expect(ownerQuestion.snapshot()).toBeNull();
});

test('a call that is refused for another reason asks nobody', async () => {
  refusals = ['sessionUnknown'];
  await expect(revoke()).rejects.toMatchObject({ code: 'sessionUnknown' });
  expect([ownerQuestion.snapshot(), sent.length]).toEqual([null, 1]);
});

test('a sheet that is closed, or gives way to that of another call, ends its call, which is not made again', async () => {
  const closed = revoke();
  (await asked()).cancel();
  await expect(closed).rejects.toThrow('closed the sheet');
  refusals = ['loginPasswordNeeded'];
  const first = revoke();
  const ended = expect(first).rejects.toThrow('closed the sheet');
  const before = await asked();
  refusals = ['loginPasswordNeeded'];
  const second = revoke();
  const { attempt } = await asked(before);
  await ended;
  await attempt({ login: 'quiet99owl', factor: undefined });
  expect((await second).value).toEqual({ sessionsEnded: 2 });
  expect(sent).toHaveLength(4);
});

test('a call that waits for its owner ends with the session: the next member is not asked to confirm it', async () => {
  session.signIn('satoshi7');
  const calling = revoke();
  const ended = expect(calling).rejects.toThrow('session over');
  await asked();
  session.signOut();
  await ended;
  expect(ownerQuestion.snapshot()).toBeNull();
  session.signIn('another1');
  expect([ownerQuestion.snapshot(), sent.length]).toEqual([null, 1]);
  session.signOut();
});
