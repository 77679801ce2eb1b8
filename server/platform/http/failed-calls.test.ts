import { expect, test } from 'vitest';
import { sampleServer, signedIn } from './sample-server.fixture.ts';

const sample = sampleServer();

test('a refusal carries its values in the language of the caller, a bug says nothing about itself', async () => {
  const poor = await sample.post('amount=1&level=1&note=poor');
  expect(poor.statusCode).toBe(422);
  expect(poor.json()).toMatchObject({ code: 'insufficientFunds', info: expect.stringContaining('1.00') });
  const file = { url: '/api/sample/file/bug', headers: signedIn };
  for (const bug of [await sample.post('amount=1&level=1&note=bug'), await sample.app.inject(file)]) {
    expect(bug.statusCode).toBe(500);
    expect(bug.json()).toMatchObject({ code: 'internalError' });
    expect(bug.body).not.toContain('s3cret');
  }
  const busy = await sample.post('amount=1&level=1&note=busy');
  expect(busy.statusCode).toBe(503);
  expect(busy.json()).toMatchObject({ code: 'serverBusy' });
});

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is starting up'],
  ['53100', 'could not extend file "base/5/1": No space left on device'],
  ['53200', 'out of memory'],
  ['08006', 'connection failure'],
  ['40P01', 'deadlock detected'],
  ['40001', 'could not serialize access due to concurrent update'],
  ['EPIPE', 'write EPIPE'],
  [undefined, 'Client has encountered a connection error and is not queryable'],
  [undefined, 'Connection terminated unexpectedly'],
])('a database that is away, full or in conflict (%s, %s) is no bug: busy, try again', async (code, message) => {
  sample.failure = Object.assign(new Error(message), code === undefined ? {} : { code });
  const answer = await sample.post('amount=1&level=1&note=fails');
  expect(answer.json()).toMatchObject({ code: 'serverBusy' });
  expect(answer.statusCode).toBe(503);
});

test.each([
  ['23514', 'new row for relation "bank_card" violates check constraint'],
  ['22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
])('a statement that is wrong (%s, %s) is a bug', async (code, message) => {
  sample.failure = Object.assign(new Error(message), { code });
  expect((await sample.post('amount=1&level=1&note=fails')).json()).toMatchObject({ code: 'internalError' });
});
