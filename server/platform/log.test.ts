import { expect, test } from 'vitest';
import { openLog } from './log.ts';

/** What the process’s logger writes of one record. */
function written(record: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog('info', { write: (line) => void lines.push(line) }).error(record, 'something failed');
  expect(lines.length).toBe(1);
  return JSON.parse(lines[0] ?? '');
}

test('of an error its name, message, code, stack and causes are logged, and nothing that a driver attached', () => {
  const cause = Object.assign(new TypeError('the socket closed'), {
    code: 'ECONNRESET',
    client: { password: 's3cret' },
  });
  const failure = Object.assign(new Error('no answer', { cause }), { connection: { password: 's3cret' } });
  const { err, msg } = written({ err: failure });
  expect(msg).toBe('something failed');
  expect(err).toEqual({
    ...{ name: 'Error', message: 'no answer', stack: failure.stack },
    cause: { name: 'TypeError', message: 'the socket closed', code: 'ECONNRESET', stack: cause.stack },
  });
  expect(written({ err: Object.assign(new Error('refused'), { code: 28_000 }) })).toMatchObject({
    err: { code: '28000' },
  });
});

test('what was thrown and is no error is logged without the values of its fields', () => {
  const thrown: Record<string, unknown> = { message: 'gone', code: 7, password: 's3cret' };
  thrown.self = thrown;
  expect(written({ err: thrown }).err).toEqual({
    ...{ message: 'gone', code: '7' },
    fields: ['message', 'code', 'password', 'self'],
  });
  expect(written({ err: 'gone' }).err).toBe('gone');
  expect(written({ err: 7n }).err).toBe('7');
  expect(written({ err: null }).err).toBe('null');
});

test('an error that is its own cause is logged', () => {
  const failure = new Error('around');
  failure.cause = failure;
  expect(written({ err: failure })).toMatchObject({ err: { message: 'around', cause: { message: 'around' } } });
});

test('passwords, tokens and the headers that carry them are not written', () => {
  const secrets = { password: 's3cret', form: { password: 's3cret', token: 's3cret' }, token: 's3cret' };
  const request = { headers: { cookie: 's3cret', authorization: 's3cret', host: 'localhost' } };
  const record = written({ ...secrets, request });
  expect(JSON.stringify(record)).not.toContain('s3cret');
  expect(record.request).toMatchObject({ headers: { host: 'localhost' } });
});
