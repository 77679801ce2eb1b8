import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { ScheduledJob } from '#contract/health.ts';
import type { Feature } from '#server/platform/feature.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { chainActs } from '#server/platform/operators/act-log.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { schedule } from '#server/platform/schedule.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import type { SecurityLog } from '#server/platform/security-log.ts';
import type { Operator, SessionLookup } from '#server/platform/session.ts';
import { operatorDeviceCookieName, operatorSessionLookup } from './operator-sessions.ts';
import { operatorsRoutes } from './routes.ts';
import type { OperatorCaptcha } from './sign-in-operator.ts';

/** Within this time an act gets its place in the chain. */
const chainEveryMs = 5_000;

export interface OperatorsDependencies {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly passwords: PasswordGate;
  readonly securityLog: SecurityLog;
  /** Keys stored outside the database. */
  readonly secretKeys: SecretKeys;
  readonly publicOrigin: string | undefined;
  readonly memberNumbers: MemberNumbers;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  /** The features whose subjects operators decide on. */
  readonly features: readonly Pick<Feature, 'reviewed'>[];
  readonly captcha: OperatorCaptcha;
  /** Wall time. */
  readonly wallNow: () => number;
}

export interface OperatorsFeature extends Feature {
  /** Resolves operators' session cookies. */
  readonly sessions: SessionLookup<Operator>;
}

/** Operators: sign-in, sessions, roles, and the log of their acts. */
export function openOperators({ features, ...dependencies }: OperatorsDependencies): OperatorsFeature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const factorSeal = dependencies.secretKeys.sealFor('operators’ authenticators');
  const reviewed = features.flatMap((feature) => feature.reviewed ?? []);
  const deviceCookie = {
    name: operatorDeviceCookieName,
    key: keyFor('known devices of operators', dependencies.secretKeys.newest),
  };
  const own = { ...dependencies, tables, factorSeal, deviceCookie, reviewed };
  const { pool, log, operatorEvents } = dependencies;
  const chaining = schedule({
    pool,
    log,
    name: 'log of operators' satisfies ScheduledJob,
    everyMs: chainEveryMs,
    async run() {
      if ((await chainActs(tables)) > 0) await operatorEvents.publish({ subject: 'log', id: '' });
    },
  });
  return {
    sessions: operatorSessionLookup(own),
    bindings: operatorsRoutes(own),
    close: () => chaining.stop(),
  };
}
