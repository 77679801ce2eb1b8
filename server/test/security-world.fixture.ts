import { Kysely, PostgresDialect } from 'kysely';
import { createCardSeal } from '#server/features/bank-card/card-seal.ts';
import { cancelReplacement } from '#server/features/bank-card/card-store.ts';
import { giveFirstName } from '#server/features/profile/give-first-name.ts';
import type { ChangeWithdrawalPasswordDependencies } from '#server/features/security/change-withdrawal-password.ts';
import { securityGuards } from '#server/features/security/guards.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onlyKey } from '#server/platform/secret-keys.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { listenToActs } from './announced-acts.fixture.ts';

export const hourMs = 3_600_000;
export const loginPassword = 'login123';
export const code = 'TEST7';
export const factor = '123456';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A database of its own with members, a product clock and a wall clock that the test moves. */
export async function openWorld() {
  const database = await createTestDatabase();
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  let wall = Date.UTC(2026, 5, 1);
  const { listen, announced, compare } = listenToActs(database);
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  let lastMember = 0;
  const withFactor = new Set<bigint>();
  const security = {
    tables,
    clock,
    passwords: await openPasswordGate({ concurrencyMax: 4, queueMax: 100 }),
    acts: listen(openSecurityActs({ publish: async () => undefined }, clock, silentSecurityLog)),
    wallNow: () => wall,
    identity: identityOf(withFactor),
    cancelCard: cancelReplacement,
  };
  return {
    ...security,
    database,
    announced,
    compareActs: compare,
    withFactor,
    /** Dependencies of bank cards. */
    cards: {
      tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
      seal: createCardSeal(onlyKey(Buffer.alloc(32, 7))),
      clock,
      acts: security.acts,
      owner: { ...securityGuards(security), reauthenticate: security.identity.reauthenticate, giveFirstName },
    },
    passWallTime: (milliseconds: number) => {
      wall += milliseconds;
    },
    async member(): Promise<bigint> {
      lastMember += 1;
      const { rows } = await database.pool.query<{ id: bigint }>(
        `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
         values ($1, '$argon2id$', 'en', $2, decode(lpad($3, 64, '0'), 'hex'), now()) returning id`,
        [`member${lastMember}`, `CODE${lastMember}`, String(lastMember)],
      );
      const memberId = rows[0]?.id ?? 0n;
      await database.pool.query('select ledger.open_member($1)', [memberId]);
      return memberId;
    },
    callOf: (memberId: bigint): Pick<Call, 'cookies' | 'member' | 'address'> => ({
      cookies: { read: () => undefined, write: () => undefined, clear: () => undefined },
      member: { memberId, username: `member${memberId}`, locale: 'en', timeZone: 'UTC' },
      address: '203.0.113.7',
    }),
    close: () => database.drop(),
  };
}

function identityOf(withFactor: ReadonlySet<bigint>): ChangeWithdrawalPasswordDependencies['identity'] {
  const requireFactor = async ({ member }: Pick<Call, 'member'>, given: string | undefined): Promise<void> => {
    if (!withFactor.has(member.memberId)) return;
    if (given === undefined) throw new Refusal('secondFactorNeeded');
    if (given !== factor) throw new Refusal('secondFactorWrong');
  };
  return {
    async requireCaptcha(_: unknown, given: string) {
      if (given !== code) throw new Refusal('captchaWrong');
    },
    async reauthenticate({ member }, { password, factor: given }) {
      if (password === undefined) throw new Refusal('loginPasswordNeeded');
      if (password !== loginPassword) throw new Refusal('oldPasswordWrong');
      await requireFactor({ member }, given);
    },
    requireFactor,
  };
}
