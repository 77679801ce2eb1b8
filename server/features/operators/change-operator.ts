import { type Kysely, sql } from 'kysely';
import type { OperatorRole } from '#contract/roles.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Locks an operator who has not ended, and who acts, which the log does as well: owners first, as `requireOtherOwner` does, so that two who
 * act on each other take turns. Throws `operatorUnknown`.
 */
export async function lockOperator(
  transaction: Kysely<unknown>,
  name: string,
  by: Pick<ActingOperator, 'operator'>,
): Promise<{ readonly role: OperatorRole }> {
  const { rows } = await sql<{ name: string; role: OperatorRole }>`
    select name, role from operator where name in (${name}, ${by.operator}) and ended_at is null
    order by role <> 'owner', name for no key update`.execute(transaction);
  const found = rows.find((one) => one.name === name);
  if (!found) throw new Refusal('operatorUnknown');
  return found;
}

/**
 * Throws `lastOwner` unless another owner stays, and after one who can sign in another who can: one who has not enrolled could make no
 * other, and the first owner's way in, at the server, would be open again. All owners are locked in the order of their names, so that of
 * two who take the role from each other one is refused.
 */
export async function requireOtherOwner(transaction: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql<{ name: string; canSignIn: boolean }>`
    select name, exists (select from operator_passkey where operator = o.name)
      or exists (select from operator_authenticator where operator = o.name) as "canSignIn"
    from operator as o where role = 'owner' and ended_at is null order by name for update`.execute(transaction);
  const leaving = rows.find((owner) => owner.name === name);
  const others = rows.filter((owner) => owner.name !== name);
  if (!others.some(({ canSignIn }) => canSignIn || !leaving?.canSignIn)) throw new Refusal('lastOwner');
}
