import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { ApprovalKind } from '#contract/operators-approvals.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { addOperators, owner } from '../operators/operators.fixture.ts';
import { type Approval, type ApprovalSubject, decide } from './approvals.ts';

/** A database with operators and a member, and subjects that they decide on. */
export async function openApprovals() {
  const database = await createTestDatabase();
  await addOperators(database.owner, 'hugh', 'iris');
  await database.owner.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     values ('approved1', '$argon2id$', 'en', 'APPROVED', decode(repeat('ab', 32), 'hex'), now())`,
  );
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  let lastId = 0;
  return {
    database,
    tables,
    subject: (change: Partial<ApprovalSubject> = {}): ApprovalSubject => ({
      kind: 'recovery',
      memberId: 1n,
      id: `S${++lastId}`,
      content: [1n, 'remove the factors'],
      needed: 2,
      expiresAt: null,
      approverMayRefuse: true,
      ...change,
    }),
    decided: (
      of: ApprovalSubject,
      operator: string,
      decision: 'approved' | 'refused' = 'approved',
      at = 1_000,
    ): Promise<Approval> =>
      tables
        .transaction()
        .execute((within) => decide(within, of, { by: owner(operator), decision, reason: 'seen in person', at })),
    async isApproved({ kind, memberId, id, needed }: ApprovalSubject): Promise<boolean> {
      const { rows } = await database.pool.query('select is_approved($1, $2, $3) as is_approved', [
        kind,
        `${memberId}.${id}`,
        needed,
      ]);
      return rows[0].is_approved;
    },
    async decisionCount({ kind, memberId, id }: ApprovalSubject): Promise<number> {
      const { rowCount } = await database.pool.query(
        'select from approval_decision where kind = $1 and reference = $2',
        [kind, `${memberId}.${id}`],
      );
      return rowCount ?? 0;
    },
    close: () => database.drop(),
  };
}

/** A decision as a row, with its act of the log. Only `completes` is the database's own. */
export function insertDecision(
  database: Pick<pg.Pool, 'query'>,
  kind: ApprovalKind,
  reference: string,
  operator: string,
  given: { readonly decision?: 'approved' | 'refused'; readonly at?: Date; readonly completes?: boolean } = {},
) {
  const { decision = 'approved', at = new Date(), completes = false } = given;
  // A recovery's decision says why.
  const reason = kind === 'recovery' ? 'seen in person' : '';
  return database.query(
    `with acting as (
       insert into operator_act (operator, role, act, subject, member_id, reason, detail)
       select o.name, o.role, $1 || initcap($4), $1 || ' ' || split_part($2, '.', 2), nullif(split_part($2, '.', 1), '0')::bigint, $7,
         json_build_object('hash', encode(a.subject_hash, 'hex'))::text
       from operator as o, approval as a where o.name = $3 and o.ended_at is null and a.kind = $1 and a.reference = $2)
     insert into approval_decision (kind, reference, operator, decision, reason, at, completes) values ($1, $2, $3, $4, $7, $5, $6)`,
    [kind, reference, operator, decision, at, completes, reason],
  );
}
