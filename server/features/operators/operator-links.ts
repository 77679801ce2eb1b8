import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/secret-token.ts';
import { endSessionsOf } from './operator-sessions.ts';
import type { OperatorTables } from './operator-tables.ts';

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
  transaction: Kysely<OperatorTables>,
  operator: string,
  madeBy: string | null,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = newToken();
  const expiresAt = now + linkHours * 60 * 60_000;
  await transaction
    .updateTable('operator_link')
    .set({ used_at: new Date(now) })
    .where('operator', '=', operator)
    .where('used_at', 'is', null)
    .execute();
  await transaction
    .insertInto('operator_link')
    .values({
      token_hash: hashToken(token),
      operator,
      made_at: new Date(now),
      expires_at: new Date(expiresAt),
      made_by: madeBy,
    })
    .execute();
  return { token, expiresAt };
}

/** The link of a token, locked in a transaction. Throws `operatorLinkInvalid` where it is unknown, used or over. */
export async function requireLink(within: Kysely<OperatorTables>, token: string, now: number): Promise<OpenLink> {
  if (within.isTransaction) {
    // The operator before the link, the order in which a renewal locks them.
    await within
      .selectFrom('operator')
      .select('name')
      .where('name', '=', (of) =>
        of.selectFrom('operator_link').select('operator').where('token_hash', '=', hashToken(token)),
      )
      .forNoKeyUpdate()
      .execute();
  }
  let reading = within
    .selectFrom('operator_link as l')
    .innerJoin('operator as o', 'o.name', 'l.operator')
    .select(['l.token_hash as tokenHash', 'l.expires_at as expiresAt', 'l.sealed', 'o.name as operator', 'o.role'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(now))
    .where('o.ended_at', 'is', null);
  if (within.isTransaction) reading = reading.forUpdate('l');
  const found = await reading.executeTakeFirst();
  if (!found) throw new Refusal('operatorLinkInvalid');
  return { ...found, expiresAt: found.expiresAt.getTime() };
}

/** Uses the link up: what the operator signed in with before it, and all sessions, end. */
export async function spendLink(
  transaction: Kysely<OperatorTables>,
  { tokenHash, operator, role }: OpenLink,
  enrolled: {
    readonly act: 'passkeyEnrolled' | 'authenticatorEnrolled';
    readonly name: string;
    readonly locale: Locale;
  },
  now: number,
): Promise<void> {
  const used_at = new Date(now);
  // A trigger sets enrolled_at to the database's time.
  const ended = { used_at, enrolled_at: used_at };
  await transaction.updateTable('operator_link').set(ended).where('token_hash', '=', tokenHash).execute();
  await transaction.deleteFrom('operator_passkey').where('operator', '=', operator).execute();
  await transaction.deleteFrom('operator_authenticator').where('operator', '=', operator).execute();
  await transaction
    .updateTable('operator')
    .set({ password_hash: null, locale: enrolled.locale })
    .where('name', '=', operator)
    .execute();
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
  transaction: Kysely<OperatorTables>,
  added: { readonly operator: string; readonly role: OperatorRole; readonly reason: string },
  by: ActingOperator,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const { operator, role, reason } = added;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('operator')
    .values({ name: operator, role, password_hash: null, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('operatorTaken');
  const subject = `operator ${operator}`;
  await recordOperatorAct(transaction, { by, act: 'operatorCreated', subject, reason, detail: { role } });
  return await makeLink(transaction, operator, by.operator === operator ? null : by.operator, now);
}

/**
 * Creates the first owner, at the server: only while no owner can sign in; from then on owners create operators. Null otherwise.
 */
export async function addFirstOwner(
  tables: Kysely<OperatorTables>,
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
