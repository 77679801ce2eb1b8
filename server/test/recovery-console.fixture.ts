import { Kysely, PostgresDialect } from 'kysely';
import { newGuarded, outcomeOf } from '#server/features/identity/factors/second-factor.fixture.ts';
import { listEndedRecoveries } from '#server/features/identity/list-ended-recoveries.ts';
import { listOpenRecoveries } from '#server/features/identity/list-open-recoveries.ts';
import { proposeRecovery } from '#server/features/identity/propose-recovery.ts';
import { reviewedRecoveries } from '#server/features/identity/recovery/reviewed-recoveries.ts';
import { requestLoginPassword } from '#server/features/identity/request-login-password.ts';
import { decideApproval } from '#server/features/operators/decide-approval.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import type { Operator } from '#server/platform/session.ts';
import { anHourMs, fixedAnswer, getProvenCaptcha, newBrowser, openTestIdentity } from './identity.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

/** Recoveries as operators decide them in the console: who works there, and what is open. */
export const accounts = await openForFile(openTestIdentity);
export const { node, database } = accounts;
export const memberNumbers = numbersOf(Buffer.alloc(32, 7));
/** The events published to the console, oldest first. */
export const published: unknown[] = [];
export const recovery = {
  tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
  acts: node.acts,
  wallNow: node.wallNow,
  memberNumbers,
  operatorEvents: { publish: async (changed: unknown) => void published.push(changed) },
  freezeHoldOf: async () => null,
};

export const as = (operator: string, role: Operator['role']): Operator => ({ operator, role, locale: 'en' });
export const anna = as('anna', 'owner');
export const [sue, sam, fay, abe] = [
  as('sue', 'support'),
  as('sam', 'support'),
  as('fay', 'finance'),
  as('abe', 'auditor'),
];
for (const { operator, role } of [sue, sam, fay, abe]) {
  await insertOperators(database.owner, { [operator]: role });
}
export const reason = 'seen on a video call';

export const propose = (member: string, by = sue, request?: string) =>
  outcomeOf(proposeRecovery(recovery, { member, reason, ...(request === undefined ? {} : { request }) }, by));

/** The open recovery of a member, as an operator sees it. */
export async function openOf(member: string, by = sam) {
  const found = (await listOpenRecoveries(recovery, {}, by)).find((one) => one.member === member);
  if (!found) throw new Error('no recovery of the member is open');
  return found;
}

export const endedOf = async (member: string) =>
  (await listEndedRecoveries(recovery, {})).filter((one) => one.member === member);

export function decide(
  { approval }: Awaited<ReturnType<typeof openOf>>,
  by: Operator,
  decision: 'approved' | 'refused' = 'approved',
) {
  const desk = {
    tables: node.tables,
    reviewed: [reviewedRecoveries(recovery)],
    memberNumbers,
    operatorEvents: recovery.operatorEvents,
    wallNow: recovery.wallNow,
  };
  return outcomeOf(decideApproval(desk, { kind: 'recovery', ...approval, decision, reason }, by));
}

/** A member with an authenticator app. */
export async function guarded(username: string) {
  const { call } = await newGuarded(node, username);
  accounts.passTime(anHourMs);
  const { memberId } = call.member;
  return { memberId, number: memberNumbers.numberOf(memberId) };
}

export async function requestFor(username: string): Promise<string> {
  const browser = newBrowser();
  await getProvenCaptcha(node, browser);
  const form = { username, password: 'newer88bird', repassword: 'newer88bird', code: fixedAnswer };
  return (await requestLoginPassword({ ...node, recovery }, form, browser)).request;
}

export async function actsOn(memberId: bigint): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select operator, act, reason from operator_act where member_id = $1 order by id',
    [memberId],
  );
  return rows.map(({ operator, act, reason: why }) => `${operator} ${act}: ${why}`);
}
