import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';

/** Only root has folders that it opens to another account. */
const ofRoot = test.skipIf(process.getuid?.() !== 0);

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'account-'));
  file = join(folder, 'file');
  writeFileSync(file, 'kept');
  chmodSync(file, 0o600);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const chosen = () => chooseServerAccount(process.execPath, folder, join(folder, 'postgres'));

const run = (account: ServerAccount, command: string) => {
  const { file: program, arguments: rest } = account.command('/bin/sh', ['-c', command]);
  return spawnSync(program, rest, { ...account.identity, cwd: '/', encoding: 'utf8' });
};

ofRoot('where root’s folder is closed, the database server’s account may read in it and write nothing', () => {
  chmodSync(folder, 0o700);
  const account = chosen();
  expect(run(account, 'id -u').stdout.trim()).not.toBe('0');
  expect(run(account, `cat ${file}`).stdout).toBe('kept');
  expect(run(account, `echo changed > ${file}`).status).not.toBe(0);
  expect(run(account, `cat ${file}`).stdout).toBe('kept');
});
