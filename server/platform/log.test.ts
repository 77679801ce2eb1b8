import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
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

/** A record of a logger with an error under another name than that of the serializer that leaves out what it carries. */
const bareError = /\blog\??\.\w+\(\s*\{(?:[^}]*,)?\s*(?:error|cause)\s*[,:}]/;

test('an error is logged as `err` everywhere: of another field everything that a driver attached would be written', () => {
  expect("log.error({ error }, 'failed')").toMatch(bareError);
  expect("log.warn({ id, error: failure }, 'failed')").toMatch(bareError);
  expect("log.warn({ err: error }, 'failed')").not.toMatch(bareError);
  const root = new URL('../../', import.meta.url);
  const files = globSync('{server,tools}/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter(
      (file) => file !== 'server/platform/log.test.ts' && bareError.test(readFileSync(new URL(file, root), 'utf8')),
    ),
  ).toEqual([]);
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

/** A process that runs this with its own logger. */
function logging(code: string) {
  const begin = `const { openLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    const log = openLog('info');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', begin + code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a log that nobody reads stops no process, and keeps no more of it than has room', async () => {
  const child = logging(`
    for (let time = 0; time < 40_000; time += 1) log.info('x'.repeat(100));
    process.once('SIGTERM', () => process.exit(7));
    setInterval(() => undefined, 1_000);
    console.log(process.stderr.writableLength);`);
  const [said] = await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
  expect(Number(said)).toBeGreaterThan(900_000);
  expect(Number(said)).toBeLessThan(1_100_000);
});

test('lines of a log that found no room are counted in one line, where it is read again', async () => {
  const child = logging(`
    for (let line = 0; line < 20_000; line += 1) log.info({ line }, 'x'.repeat(100));
    process.stderr.once('drain', () => log.info('after'));
    console.log('written');`);
  await once(child.stdout, 'data');
  child.stderr.setEncoding('utf8');
  const [read, exit] = [child.stderr.toArray(), once(child, 'exit')];
  expect(await exit).toEqual([0, null]);
  const lines = (await read).join('').trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line));
  const counted = records.length - 2;
  expect(counted).toBeGreaterThan(1_000);
  expect(records.slice(0, counted).map(({ line }) => line)).toEqual(Array.from({ length: counted }, (_, line) => line));
  expect(records.slice(counted)).toMatchObject([
    { level: 50, lines: 20_000 - counted, msg: 'log lines were dropped' },
    { msg: 'after' },
  ]);
});

test('lines that a full disk did not take are counted in one line once it has room, on lines of their own', async () => {
  const child = logging(`
    const { stderr } = process;
    const write = stderr._write;
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    log.info('before');
    // The beginning of a line is the last that it takes.
    stderr.write('{"level":30,"msg":"to');
    stderr._write = (chunk, encoding, done) => done(full);
    for (const line of [1, 2, 3]) {
      log.info({ line }, 'no room');
      await new Promise(setImmediate);
    }
    stderr._write = write;
    log.info('after');`);
  const lines = String(Buffer.concat(await child.stderr.toArray()))
    .trimEnd()
    .split('\n');
  expect(lines.splice(1, 1)).toEqual(['{"level":30,"msg":"to']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'before' },
    { msg: 'after' },
    { level: 50, lines: 3, msg: 'log lines were dropped' },
  ]);
});

test('what a process logs as it exits is written, and a reader that is gone ends no process', async () => {
  const read = logging(`log.fatal('the last words'); process.exit(1);`);
  expect(String((await once(read.stderr, 'data'))[0])).toContain('the last words');
  const unread = logging(`
    process.once('SIGTERM', () => { log.info('after it'); setTimeout(() => process.exit(7), 300); });
    setInterval(() => undefined, 1_000);
    console.log('ready');`);
  unread.stderr.destroy();
  await once(unread.stdout, 'data');
  unread.kill('SIGTERM');
  expect(await once(unread, 'exit')).toEqual([7, null]);
});
