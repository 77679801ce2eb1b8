import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { findPostmaster } from './postmaster-file.ts';

test('a start that is interrupted while it waits for the server ends at once, leaves none behind and can be tried again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-interrupted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const options = { folder, durable: true, connectionsMax: 20, log: silentLog, onLost: () => undefined };
  const interruption = new AbortController();
  const opening = startEmbeddedServer({
    ...options,
    signal: interruption.signal,
    onLaunched: () => interruption.abort(new Error('interrupted')),
  });
  await expect(opening).rejects.toThrow('interrupted');
  expect(await findPostmaster(join(folder, 'postgres'))).toBeNull();
  const again = await startEmbeddedServer(options);
  await again.close();
});

test('a start that is interrupted beside a running server leaves it to the process that uses it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-interrupted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const options = { folder, durable: true, connectionsMax: 20, log: silentLog, onLost: () => undefined };
  const first = await startEmbeddedServer(options);
  const signal = AbortSignal.abort(new Error('interrupted'));
  await expect(startEmbeddedServer({ ...options, signal })).rejects.toThrow('interrupted');
  expect((await findPostmaster(join(folder, 'postgres')))?.status).toBe('ready');
  // The last process that uses it ends it.
  await first.close();
  expect(await findPostmaster(join(folder, 'postgres'))).toBeNull();
});
