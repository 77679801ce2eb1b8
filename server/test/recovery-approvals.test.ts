import { expect, test } from 'vitest';
import { recoveryWaitMs } from '#core/recovery/rules.ts';
import { cancelRecovery } from '#server/features/identity/cancel-recovery.ts';
import { newGuarded, newOwner } from '#server/features/identity/factors/second-factor.fixture.ts';
import { getRecovery } from '#server/features/identity/get-recovery.ts';
import { approvalLifeMs } from '#server/features/identity/recovery/review-recovery.ts';
import { reviewedRecoveries } from '#server/features/identity/recovery/reviewed-recoveries.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { anna, bert, carl, hourMs, openRecoveries } from './recoveries.fixture.ts';
import { askForRecovery, decideRecovery } from './recovery-desk.fixture.ts';

const { accounts, announced, dependencies, actsOf, outcomesOf } = await openForFile(openRecoveries);

test('one refusal is enough, and a member without factors has nothing to recover', async () => {
  const { call } = await newGuarded(accounts.node, 'Refused1');
  expect(await decideRecovery(dependencies, 'Refused1', bert, 'refused')).toBe('noneOpen');
  await askForRecovery(dependencies, 'Refused1', anna);
  await decideRecovery(dependencies, 'Refused1', bert);
  accounts.passTime(hourMs);
  expect(await decideRecovery(dependencies, 'Refused1', anna, 'refused')).toBe('refused');
  expect(await getRecovery(dependencies, call.member.memberId)).toMatchObject({ waiting: null });
  expect((await actsOf(call.member.memberId)).at(-1)).toBe('recoveryCancelled');
  const heard = announced.filter((one) => one.startsWith(`${call.member.memberId} `));
  expect(heard.map((one) => one.split(' ')[1])).toEqual(['recoveryApproved', 'recoveryCancelled']);
  await newOwner(accounts.node, 'Plain001');
  expect(await askForRecovery(dependencies, 'Plain001', anna)).toBe('nothingToRecover');
});

test('ten requests and twenty approvals at once of two operators are two approvals and one wait', async () => {
  const { call } = await newGuarded(accounts.node, 'Atonce01');
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, at) => askForRecovery(dependencies, 'Atonce01', at % 2 ? anna : bert)),
  );
  expect(asked.toSorted()).toEqual(['asked', ...Array.from({ length: 9 }, () => 'recoveryOpen')]);
  const decided = await Promise.all(
    Array.from({ length: 20 }, (_, at) => decideRecovery(dependencies, 'Atonce01', at % 2 ? anna : bert)),
  );
  expect(decided.at(-1)).toBe('approved');
  const { rows } = await accounts.database.pool.query(
    `select count(*)::int as decisions, (select count(*)::int from account_recovery where member_id = $1) as recoveries
     from approval_decision where kind = 'recovery' and reference like $1::bigint || '.%'`,
    [call.member.memberId],
  );
  expect(rows).toEqual([{ decisions: 2, recoveries: 1 }]);
  expect((await actsOf(call.member.memberId)).filter((act) => act === 'recoveryApproved')).toHaveLength(1);
});

test('a first approval counts for a day: after it an operator begins anew, as the first of two', async () => {
  const { call } = await newGuarded(accounts.node, 'Tooold01');
  const { memberId } = call.member;
  await askForRecovery(dependencies, 'Tooold01', anna);
  const listed = async (most: number) =>
    (await reviewedRecoveries(dependencies).list(most)).map(({ content: [account] }) => account?.value);
  accounts.passTime(approvalLifeMs - 1);
  expect(await askForRecovery(dependencies, 'Tooold01', bert)).toBe('recoveryOpen');
  expect(await listed(200)).toContain('Tooold01');
  accounts.passTime(1);
  expect(await listed(200)).not.toContain('Tooold01');
  expect(await decideRecovery(dependencies, 'Tooold01', bert)).toBe('approvalExpired');
  expect(await askForRecovery(dependencies, 'Tooold01', bert)).toBe('asked');
  expect(await outcomesOf(memberId)).toEqual(['expired', null]);
  // However few are listed: an older one that waits for its time waits for no approval.
  expect(await listed(1)).toEqual(['Tooold01']);
  // Nor does a newer one take its place.
  await newGuarded(accounts.node, 'Younger1');
  accounts.passTime(1_000);
  expect(await askForRecovery(dependencies, 'Younger1', bert)).toBe('asked');
  expect([await listed(1), await listed(2)]).toEqual([['Tooold01'], ['Tooold01', 'Younger1']]);
  expect(await decideRecovery(dependencies, 'Younger1', anna, 'refused')).toBe('refused');
  expect(await decideRecovery(dependencies, 'Tooold01', anna)).toBe('approved');
  expect(await listed(200)).toEqual([]);
  // What is approved can be refused for as long as it has not taken effect.
  accounts.passTime(recoveryWaitMs - 1);
  expect(await decideRecovery(dependencies, 'Tooold01', bert, 'refused')).toBe('refused');
  expect(await outcomesOf(memberId)).toEqual(['expired', 'refused']);
});

test('approved and refused at once, a recovery never waits with a refusal on record', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `Races00${round}`;
    const { call } = await newGuarded(accounts.node, name);
    const { memberId } = call.member;
    await askForRecovery(dependencies, name, anna);
    await Promise.all([decideRecovery(dependencies, name, bert), decideRecovery(dependencies, name, carl, 'refused')]);
    const { rows } = await accounts.database.pool.query(
      `select count(*)::int as wrong from account_recovery as r join approval_decision as d
         on d.kind = 'recovery' and d.reference = r.member_id || '.' || r.id and d.decision = 'refused'
       where r.member_id = $1 and r.ended_at is null`,
      [memberId],
    );
    expect(rows).toEqual([{ wrong: 0 }]);
    expect(await outcomesOf(memberId)).toEqual(['refused']);
  }
});

test('the database takes no shorter wait, no single approval, no change of the request and no way back', async () => {
  const { call } = await newGuarded(accounts.node, 'Guarded9');
  const { memberId } = call.member;
  await askForRecovery(dependencies, 'Guarded9', anna);
  const run = (sql: string) => accounts.database.owner.query(sql, [memberId]);
  const wait = (hours: number) =>
    `update account_recovery set approved_at = asked_at, takes_effect_at = asked_at + interval '${hours} hours'
     where member_id = $1`;
  await expect(run(wait(72))).rejects.toThrow('two operators');
  // Nor where its guards are lifted.
  const client = await accounts.database.owner.connect();
  try {
    await client.query('begin; alter table account_recovery disable trigger user');
    await expect(client.query(wait(71), [memberId])).rejects.toThrow('check constraint');
  } finally {
    await client.query('rollback');
    client.release();
  }
  await decideRecovery(dependencies, 'Guarded9', bert);
  await expect(run(wait(1))).rejects.toThrow('never goes back');
  const early = "update account_recovery set ended_at = approved_at, outcome = 'done' where member_id = $1";
  await expect(run(early)).rejects.toThrow(/account_recovery_check|waits for three days/);
  await expect(run('delete from account_recovery where member_id = $1')).rejects.toThrow();
  await expect(
    run(`insert into account_recovery (member_id, id, asked_at) values ($1, 'SECOND', now())`),
  ).rejects.toThrow('account_recovery_open');
  await expect(
    run("update approval_decision set operator = 'carl' where reference like $1::bigint || '.%'"),
  ).rejects.toThrow();
  await expect(run("delete from approval_decision where reference like $1::bigint || '.%'")).rejects.toThrow();
  await cancelRecovery(dependencies, memberId);
  await expect(
    run('update account_recovery set ended_at = null, outcome = null where member_id = $1'),
  ).rejects.toThrow();
});
