import { expect, test } from 'vitest';
import { openTestIdentity } from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { failureMemoryMs, noFailures, withFailure } from '../failure-policy.ts';
import { silentSecurityLog } from '../security-log.ts';
import { countedCheck } from './counted-check.ts';
import { changeFailures, readFailures, sweepFailures } from './sign-in-failure-store.ts';
import { signInSubjects } from './sign-in-policy.ts';

const accountPolicy = { freeFailures: 5, codeAfterFailures: 3 };
const { node, database } = await openForFile(openTestIdentity);

test('a failure that another node is recording is counted before the next one', async () => {
  const subject = { kind: 'account', key: 'account at once', policy: accountPolicy, clearedBySuccess: true } as const;
  const subjects = [subject];
  const now = node.wallNow();
  const fail = () =>
    changeFailures(node.tables, subjects, (counted) =>
      counted.map((one) => ({ ...one, run: withFailure(one.run, accountPolicy, now) })),
    );
  await fail();
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from sign_in_failure where subject = $1 for update', ['account at once']);
    const failing = fail();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBe(1);
    await other.query('update sign_in_failure set failures = 3 where subject = $1', ['account at once']);
    await other.query('commit');
    await failing;
  } finally {
    other.release();
  }
  const [counted] = await readFailures(node.tables, subjects);
  expect(counted?.run.failures).toBe(4);
  const unknown = await readFailures(node.tables, [{ ...subject, key: 'account of nobody' }]);
  expect(unknown[0]?.run).toEqual(noFailures);
});

test('a sign-in that succeeds clears the failures of its name in its network, and none of the name’s or the network’s own', async () => {
  const subjects = signInSubjects('somebody', '198.51.100.7', null);
  const { tables, wallNow } = node;
  const check = (matches: boolean) =>
    countedCheck(
      { tables, wallNow, securityLog: silentSecurityLog },
      subjects,
      { username: 'somebody', codeGiven: true },
      async () => ({ matches }),
    );
  for (const matches of [false, false, true]) await check(matches);
  const counted = await readFailures(tables, subjects);
  expect(counted.map(({ kind, run }) => [kind, run.failures])).toEqual([
    ['account', 0],
    ['name', 2],
    ['network', 2],
  ]);
});

test('a failure of more than a day ago is swept away, one of the day stays', async () => {
  const { tables } = node;
  const now = node.wallNow();
  const subjects = (['of yesterday', 'of today'] as const).map(
    (key) => ({ kind: 'account', key, policy: accountPolicy, clearedBySuccess: true }) as const,
  );
  await changeFailures(tables, subjects, (counted) =>
    counted.map((one) => ({
      ...one,
      run: withFailure(
        one.run,
        accountPolicy,
        one.key === 'of today' ? now - failureMemoryMs : now - failureMemoryMs - 1,
      ),
    })),
  );
  await sweepFailures(tables, now);
  expect((await readFailures(tables, subjects)).map(({ run }) => run.failures)).toEqual([0, 1]);
});
