import { type Kysely, sql } from 'kysely';
import { stepOfCode } from '#server/platform/factors/authenticator-code.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';

/** The place (additional data) that an operator's authenticator secret is encrypted for. */
export const operatorPlace = (operator: string): string => `operator authenticator ${operator}`;

/** The step of a typed code, spaces and hyphens aside; null for a wrong or used one. */
export function stepOfTyped(
  seal: SecretSeal,
  app: { readonly operator: string; readonly sealed: Buffer; readonly lastStep: bigint },
  typed: string,
  now: number,
): number | null {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  return stepOfCode(seal.open(app.sealed, operatorPlace(app.operator)), digits, now, Number(app.lastStep));
}

/** Spends a code of the operator's app, under the row's lock: each counts once. */
export async function spendOperatorCode(
  transaction: Kysely<unknown>,
  seal: SecretSeal,
  operator: string,
  typed: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ sealed: Buffer; lastStep: bigint }>`
    select sealed, last_step as "lastStep" from operator_authenticator where operator = ${operator} for update`.execute(
    transaction,
  );
  const step = rows[0] ? stepOfTyped(seal, { operator, ...rows[0] }, typed, now) : null;
  if (step === null) return false;
  await sql`update operator_authenticator set last_step = ${step} where operator = ${operator}`.execute(transaction);
  return true;
}
