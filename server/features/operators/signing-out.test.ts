import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { changeOperator } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { listOperatorSessions } from './list-operator-sessions.ts';
import { openOperatorsWorld, password } from './operators-world.fixture.ts';
import { revokeOperatorSession } from './revoke-operator-session.ts';
import { signInOperator } from './sign-in-operator.ts';
import { signOutOperator } from './sign-out-operator.ts';
import { startOperatorAuthenticator } from './start-operator-authenticator.ts';

const world = await openForFile(openOperatorsWorld);

type EnrolledDesk = Awaited<ReturnType<typeof world.enrolled>>;

const signOut = (desk: EnrolledDesk): Promise<unknown> => signOutOperator(world, desk);

/** Acts while an owner's transaction holds the operator; `meanwhile` is what that one does then. */
async function duringChange(name: string, change: string, meanwhile: string, act = signOut): Promise<unknown> {
  const desk = await world.enrolled(name, 'support');
  const kept = new Map(desk.jar);
  const client = await world.database.owner.connect();
  try {
    await client.query('begin');
    if (change === 'auditor') await changeOperator(client, name, change);
    else await client.query(change);
    const signing = act(desk).then(
      () => 'done',
      (error) => error.code,
    );
    await untilLockWait(world.database.pool, signing);
    await client.query(`${meanwhile}; commit`);
    return [await signing, await world.whoIs({ jar: kept })];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('an operator who signs out while an owner changes the role is signed out', async () => {
  expect(await duringChange('gina', 'auditor', 'select 1')).toEqual(['done', 'expired']);
  expect(await world.acts()).toContain('gina signedOut operator gina');
});

const held = (name: string) => `select from operator where name = '${name}' for no key update`;
const endAll = (name: string) =>
  `update operator_session set ended_at = now() where operator = '${name}' and ended_at is null`;

test('an operator who signs out, or in again, while an owner ends all sessions holds nobody up', async () => {
  expect(await duringChange('gus', held('gus'), endAll('gus'))).toEqual(['done', 'expired']);
  const signInAgain = async (desk: EnrolledDesk) => {
    const form = { operator: 'greta', password, factor: world.nextCode(desk) };
    return await signInOperator(world, form, desk);
  };
  expect(await duringChange('greta', held('greta'), endAll('greta'), signInAgain)).toEqual(['done', 'expired']);
});

test('an operator who signs in while enrolling by a new link is refused, and holds the enrolment up in no circle', async () => {
  const signInAgain = async (desk: EnrolledDesk) => {
    const form = { operator: 'grace', password, factor: world.nextCode(desk) };
    return await signInOperator(world, form, desk);
  };
  const replaced = `delete from operator_authenticator where operator = 'grace'`;
  const outcome = await duringChange('grace', held('grace'), replaced, signInAgain);
  expect(outcome).toEqual(['wrongCredentials', expect.objectContaining({ operator: 'grace' })]);
});

test('an operator who ends an own session while an owner ends all of them finds none', async () => {
  const revoke = async (desk: EnrolledDesk) => {
    const call = await world.callOf(desk);
    const [session] = await listOperatorSessions(world, call);
    return await revokeOperatorSession(world, { session: session?.id ?? '' }, call);
  };
  expect(await duringChange('gwen', held('gwen'), endAll('gwen'), revoke)).toEqual(['sessionUnknown', 'expired']);
});

test('an operator who enrols by a link while an owner renews it finds it used up, and holds nobody up', async () => {
  const token = await world.link('gail', 'support');
  const client = await world.database.owner.connect();
  try {
    await client.query(`begin; ${held('gail')}`);
    const enrolling = startOperatorAuthenticator(world, { token }).catch((error) => error.code);
    await untilLockWait(world.database.pool, enrolling);
    await client.query(`update operator_link set used_at = now() where operator = 'gail'; commit`);
    expect(await enrolling).toBe('operatorLinkInvalid');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
