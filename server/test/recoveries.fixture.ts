import { Kysely, PostgresDialect } from 'kysely';
import type { SecurityAct } from '#contract/security-acts.ts';
import { recoveryEffects } from '#server/features/identity/recovery/recovery-effects.ts';
import { freezeHoldOf, freezeRecovered } from '#server/features/security/freeze.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { openTestIdentity, type TestIdentity } from './identity.fixture.ts';

export const hourMs = 3_600_000;
const reason = 'seen on a video call, knew the last deposit';
export const anna = { by: owner('anna'), reason };
export const bert = { by: owner('bert'), reason };
export const carl = { by: owner('carl'), reason };

/** Members with factors, and what decides on their recoveries. */
export async function openRecoveries() {
  const accounts = await openTestIdentity();
  const announced: string[] = [];
  return {
    ...{ accounts, announced, dependencies: dependenciesOf(accounts, announced), close: () => accounts.close() },
    async actsOf(memberId: bigint): Promise<string[]> {
      const sql = `select act from security_act where member_id = $1 and act <> 'operatorActed' order by id`;
      const { rows } = await accounts.database.pool.query<{ act: string }>(sql, [memberId]);
      return rows.map(({ act }) => act);
    },
    async outcomesOf(memberId: bigint): Promise<(string | null)[]> {
      const sql = 'select outcome from account_recovery where member_id = $1 order by id';
      const { rows } = await accounts.database.pool.query<{ outcome: string | null }>(sql, [memberId]);
      return rows.map(({ outcome }) => outcome);
    },
  };
}

function dependenciesOf({ node, database }: TestIdentity, announced: string[]) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const effects = recoveryEffects(node.sessions, (within, memberId, holdsUntil) =>
    freezeRecovered(within, memberId, node.clock.now(), holdsUntil),
  );
  return {
    tables,
    acts: {
      ...node.acts,
      announce: async (memberId: bigint, act: SecurityAct) => void announced.push(`${memberId} ${act}`),
    },
    wallNow: node.wallNow,
    operatorEvents: { publish: async () => undefined },
    freezeHoldOf: (memberId: bigint) => freezeHoldOf(tables, memberId, node.wallNow()),
    effects,
  };
}
