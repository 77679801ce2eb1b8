import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { cancelRecovery, getRecovery } from '#contract/recovery.ts';
import { bind, type Feature } from '#server/platform/http/binding.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { finishRecoveries, type RecoveryEffects } from './finish-recoveries.ts';
import type { RecoveryTables } from './recovery-tables.ts';
import { cancelRecovery as cancel, recoveryState, stopForUsedFactor } from './stop-recovery.ts';

export interface RecoveryNeeds {
  readonly pool: pg.Pool;
  readonly acts: SecurityActs;
  readonly wallNow?: () => number;
}

export interface RecoveryFeature extends Feature {
  /** Brings due recoveries about: a job's work. */
  finish(effects: RecoveryEffects): Promise<void>;
  /** Told whenever a member has used a second factor. */
  factorUsed(memberId: bigint): Promise<void>;
}

/** The way back for members who have lost every second factor. Operators begin it, by `judge-recovery.ts`. */
export function openRecovery({ pool, acts, wallNow = Date.now }: RecoveryNeeds): RecoveryFeature {
  const tables = new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) });
  const own = { tables, acts, wallNow };
  return {
    bindings: [
      bind(getRecovery, (_, { member }) => recoveryState(own, member.memberId)),
      bind(cancelRecovery, (_, { member }) => cancel(own, member.memberId)),
    ],
    finish: (effects) => finishRecoveries({ ...own, effects }),
    factorUsed: (memberId) => stopForUsedFactor(own, memberId),
  };
}
