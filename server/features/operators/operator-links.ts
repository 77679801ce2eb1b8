import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/secret-token.ts';
import { endSessionsOf } from './operator-sessions.ts';

/** How long a one-time link is good for. */
const linkHours = 24;

/** The operator of a link that is still good. */
export interface OpenLink {
  readonly tokenHash: Buffer;
  readonly operator: string;
  readonly role: OperatorRole;
  readonly expiresAt: number;
  /** The secret drawn for an authenticator app. */
  readonly sealed: Buffer | null;
}

/** Who makes links at the server, where anybody with its shell can. */
export const atServer = '@server';

/** Makes a link for the operator, in the caller's transaction; earlier ones end. */
export async function makeLink(
  transaction: Kysely<unknown>,
  operator: string,
  madeBy: string | null,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = newToken();
  const expiresAt = now + linkHours * 60 * 60_000;
  await sql`
    update operator_link set used_at = ${new Date(now)}
    where operator = ${operator} and used_at is null`.execute(transaction);
  await sql`
    insert into operator_link (token_hash, operator, made_at, expires_at, made_by)
    values (${hashToken(token)}, ${operator}, ${new Date(now)}, ${new Date(expiresAt)}, ${madeBy})`.execute(
    transaction,
  );
  return { token, expiresAt };
}

/** The link of a token, locked in a transaction. Throws `operatorLinkInvalid` where it is unknown, used or over. */
export async function requireLink(within: Kysely<unknown>, token: string, now: number): Promise<OpenLink> {
  if (within.isTransaction) {
    // The operator before the link, the order in which a renewal locks them.
    await sql`
      select from operator where name = (select operator from operator_link where token_hash = ${hashToken(token)})
      for no key update`.execute(within);
  }
  const { rows } = await sql<Dated<OpenLink, 'expiresAt'>>`
    select l.token_hash as "tokenHash", l.expires_at as "expiresAt", l.sealed, o.name as operator, o.role
    from operator_link as l join operator as o on o.name = l.operator
    where l.token_hash = ${hashToken(token)} and l.used_at is null and l.expires_at > ${new Date(now)}
      and o.ended_at is null ${within.isTransaction ? sql`for update of l` : sql``}`.execute(within);
  const found = rows.map(inMs)[0];
  if (!found) throw new Refusal('operatorLinkInvalid');
  return found;
}

/** Uses the link up: what the operator signed in with before it, and all sessions, end. */
export async function spendLink(
  transaction: Kysely<unknown>,
  { tokenHash, operator, role }: OpenLink,
  enrolled: {
    readonly act: 'passkeyEnrolled' | 'authenticatorEnrolled';
    readonly name: string;
    readonly locale: Locale;
  },
  now: number,
): Promise<void> {
  // A trigger sets enrolled_at to the database's time.
  await sql`
    update operator_link set used_at = ${new Date(now)}, enrolled_at = ${new Date(now)}
    where token_hash = ${tokenHash}`.execute(transaction);
  await sql`delete from operator_passkey where operator = ${operator}`.execute(transaction);
  await sql`delete from operator_authenticator where operator = ${operator}`.execute(transaction);
  await sql`
    update operator set password_hash = null, locale = ${enrolled.locale} where name = ${operator}`.execute(
    transaction,
  );
  await endSessionsOf(transaction, operator, now);
  await recordOperatorAct(transaction, {
    by: { operator, role },
    act: enrolled.act,
    subject: `operator ${operator}`,
    detail: enrolled.name === '' ? {} : { name: enrolled.name },
  });
}

/** Creates an operator and the link to enrol, in the caller's transaction. Throws `operatorTaken`. */
export async function addOperator(
  transaction: Kysely<unknown>,
  added: { readonly operator: string; readonly role: OperatorRole; readonly reason: string },
  by: ActingOperator,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const { operator, role, reason } = added;
  const { numAffectedRows } = await sql`
    insert into operator (name, role) values (${operator}, ${role}) on conflict do nothing`.execute(transaction);
  if (numAffectedRows !== 1n) throw new Refusal('operatorTaken');
  const subject = `operator ${operator}`;
  await recordOperatorAct(transaction, { by, act: 'operatorCreated', subject, reason, detail: { role } });
  return await makeLink(transaction, operator, by.operator === operator ? null : by.operator, now);
}

/**
 * Creates the first owner, at the server: only while no owner can sign in; from then on owners create operators. Null otherwise.
 */
export async function addFirstOwner(
  tables: Kysely<unknown>,
  operator: string,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number } | null> {
  return await tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'operators');
    const { rows } = await sql`
      select from operator as o where o.role = 'owner' and o.ended_at is null and (
        exists (select from operator_passkey where operator = o.name)
        or exists (select from operator_authenticator where operator = o.name)
      ) limit 1`.execute(transaction);
    if (rows.length > 0) return null;
    const first = { operator, role: 'owner' as const };
    return await addOperator(transaction, { ...first, reason: 'the first owner, at the server' }, first, now);
  });
}

/** The WebAuthn user handle of an operator, apart from those of members. */
export const operatorHandle = (operator: string): Buffer =>
  hash('sha256', `clearlot passkey operator ${operator}`, 'buffer');
