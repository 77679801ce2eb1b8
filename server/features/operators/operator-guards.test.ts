import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperators, changeOperator } from '#server/platform/operators/operators.fixture.ts';
import { type OperatorsWorld, openOperatorsWorld } from './operators-world.fixture.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
  await addOperators(world.database.owner);
});
afterAll(() => world.close());

test('the database keeps who an operator is, and lets nobody come back', async () => {
  const { owner } = world.database;
  await addOperators(owner, 'ines');
  const changes = [
    `update operator set name = 'other' where name = 'ines'`,
    `update operator set created_at = created_at - interval '1 day' where name = 'ines'`,
    `delete from operator where name = 'ines'`,
  ];
  for (const change of changes) await expect(owner.query(change), change).rejects.toThrow('keep their names');
  await changeOperator(owner, 'ines', 'auditor');
  await changeOperator(owner, 'ines', 'ended');
  for (const change of ['ended_at = null', `role = 'owner'`]) {
    const back = owner.query(`update operator set ${change} where name = 'ines'`);
    await expect(back, change).rejects.toThrow('does not come back');
  }
});

test('the database records acts of operators at work alone, with the role that they have, at its own time', async () => {
  const { owner, pool } = world.database;
  await addOperators(owner, 'iris', 'ivan');
  await changeOperator(owner, 'iris', 'support');
  await changeOperator(owner, 'ivan', 'ended');
  const record = (operator: string, role: string) =>
    pool.query<{ late: boolean }>(
      `insert into operator_act (at, operator, role, act, subject, reason, detail)
       values (now() - interval '1 hour', $1, $2, 'memberViewed', 'member 17', 'for a test', '{}')
       returning at < now() - interval '1 minute' as late`,
      [operator, role],
    );
  await expect(record('iris', 'owner')).rejects.toThrow('no operator with the role');
  await expect(record('ivan', 'owner')).rejects.toThrow('no operator with the role');
  await expect(record('nobody', 'owner')).rejects.toThrow('no operator with the role');
  expect((await record('iris', 'support')).rows).toEqual([{ late: false }]);
});

test('no session of an operator is written for more than eight hours, nor seen before it began', async () => {
  const begin = (hours: string, seen = 'now()') =>
    world.database.pool.query(
      `insert into operator_session (token_hash, operator, created_at, last_seen_at, expires_at, user_agent, address)
       values (sha256(convert_to($1, 'UTF8')), 'anna', now(), ${seen}, now() + $1::interval, '', '')`,
      [hours],
    );
  await begin('8 hours');
  await expect(begin('8 hours 1 second')).rejects.toThrow('operator_session_check1');
  await expect(begin('7 hours', `now() - interval '1 second'`)).rejects.toThrow('operator_session_check');
});
