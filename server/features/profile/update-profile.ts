import { type Kysely, sql, type Transaction } from 'kysely';
import { tidied } from '#contract/fields.ts';
import type { InputOf } from '#contract/operation.ts';
import type { AccountInfo } from '#contract/profile-account.ts';
import type { updateProfile as operation } from '#contract/profile-update.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { IdentityCheck, SecurityGuards } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { type GetAccountInfoDependencies, getAccountInfo } from './get-account-info.ts';

export interface UpdateProfileDependencies extends GetAccountInfoDependencies {
  /** Makes every node reload the member's language and time zone. */
  readonly sessions: { refresh(memberId: bigint): Promise<void> };
  readonly acts: SecurityActs;
  readonly owner: Pick<SecurityGuards, 'requireUnfrozen' | 'requireToStayUnfrozen'> &
    Pick<IdentityCheck, 'reauthenticate'>;
}

/** Changes the given fields of the profile and refreshes the member's sessions on every node. */
export async function updateProfile(
  dependencies: UpdateProfileDependencies,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<AccountInfo> {
  const { tables, sessions, owner, acts } = dependencies;
  const { memberId } = call.member;
  const { nickname, realname, timezone, locale } = input;
  if (timezone !== undefined && !(await isTimeZone(tables, timezone))) throw new Refusal('timeZoneUnknown');
  const isRenamed = realname !== undefined && (await isOtherName(dependencies, tidied(realname), memberId));
  if (isRenamed) await requireOwner(dependencies, input, call);
  const changes = [
    ...(nickname === undefined ? [] : [sql`nickname = ${tidied(nickname)}`]),
    // As it was, it stays whatever it is by then: the owner has not been asked for.
    ...(isRenamed ? [sql`real_name = ${tidied(realname)}`] : []),
    ...(timezone === undefined ? [] : [sql`time_zone = ${timezone}`]),
    ...(locale === undefined ? [] : [sql`locale = ${locale}`]),
  ];
  if (changes.length > 0) {
    await tables.transaction().execute(async (transaction) => {
      if (isRenamed) await owner.requireToStayUnfrozen(transaction, memberId);
      if (isRenamed && tidied(realname) === '') await requireNoCard(transaction, memberId);
      await sql`update member set ${sql.join(changes)} where id = ${memberId}`.execute(transaction);
      if (isRenamed) await acts.record(transaction, memberId, 'realNameChanged', tidied(realname));
    });
    if (isRenamed) await acts.announce(memberId, 'realNameChanged');
    await sessions.refresh(memberId);
  }
  return getAccountInfo(dependencies, memberId);
}

async function isOtherName(
  { tables }: UpdateProfileDependencies,
  realName: string,
  memberId: bigint,
): Promise<boolean> {
  const { rows } = await sql`select from member where id = ${memberId} and real_name = ${realName}`.execute(tables);
  return rows.length === 0;
}

/** Another real name decides which bank card money can leave to: it takes the login password, and an account that is not frozen. */
async function requireOwner(
  { owner }: UpdateProfileDependencies,
  { login, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<void> {
  await owner.requireUnfrozen(call.member.memberId);
  await owner.reauthenticate(call, { password: login, factor });
}

/** Withdrawals to a bound card are checked against the name: it can be changed then, not taken away. Waits for a card that is being bound. */
async function requireNoCard(transaction: Transaction<unknown>, memberId: bigint): Promise<void> {
  await lockInTransaction(transaction, 'bankCardOfMember', memberId);
  const { rows } = await sql`
    select from member join member_protection as p on p.member_id = member.id
    where id = ${memberId} and has_bank_card and real_name <> ''`.execute(transaction);
  if (rows.length > 0) throw new Refusal('realNameNeeded');
}

/** A zone must be known to this process and to the database: both compute members' days from it. */
async function isTimeZone(tables: Kysely<unknown>, name: string): Promise<boolean> {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(tables);
  return rows.length === 1;
}
