import { Kysely, PostgresDialect } from 'kysely';
import { test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { recoveryWaitMs } from '#core/recovery/rules.ts';
import { changeLoginPassword } from '#server/features/identity/change-login-password.ts';
import { confirmAuthenticator } from '#server/features/identity/confirm-authenticator.ts';
import { endAccount } from '#server/features/identity/end-account.ts';
import { newGuarded, recoverFactors } from '#server/features/identity/factors/second-factor.fixture.ts';
import { finishRecoveries } from '#server/features/identity/recovery/finish-recoveries.ts';
import { recoveryEffects } from '#server/features/identity/recovery/recovery-effects.ts';
import { resetLoginPassword } from '#server/features/identity/reset-login-password.ts';
import { startAuthenticator } from '#server/features/identity/start-authenticator.ts';
import { freezeRecovered, freezeHoldOf as holdOf } from '#server/features/security/freeze.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { fixedAnswer, getProvenCaptcha, goodPassword, newBrowser, openTestIdentity } from './identity.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { askForRecovery, decideRecovery } from './recovery-desk.fixture.ts';

const accounts = await openForFile(openTestIdentity);
const { node, database } = accounts;
const { sessions, acts, wallNow, clock } = node;
const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
const freeze = (within: Parameters<typeof freezeRecovered>[0], memberId: bigint, holdsUntil: number) =>
  freezeRecovered(within, memberId, clock.now(), holdsUntil);
const recovery = {
  ...{ tables, acts, wallNow, operatorEvents: { publish: async () => undefined } },
  effects: recoveryEffects(sessions, freeze),
  freezeHoldOf: (memberId: bigint) => holdOf(tables, memberId, wallNow()),
};

type Guarded = Awaited<ReturnType<typeof newGuarded>>;
const changed = { password: 'newer88bird', repassword: 'newer88bird', code: fixedAnswer };

const works: readonly [string, (one: Guarded) => Promise<() => Promise<unknown>>][] = [
  [
    'a recovery',
    async ({ call }) => {
      const { username } = call.member;
      await askForRecovery(recovery, username, { by: owner('anna'), reason: 'seen on a video call' });
      await decideRecovery(recovery, username, { by: owner('bert'), reason: 'seen on a video call' });
      accounts.passTime(recoveryWaitMs);
      return () => finishRecoveries(recovery);
    },
  ],
  [
    'a change of the login password',
    async ({ call, secret }) => {
      await getProvenCaptcha(node, call);
      accounts.passTime(60_000);
      const form = { ...changed, oldpassword: goodPassword, factor: codeAt(secret, wallNow()) };
      return () => changeLoginPassword(node, form, call);
    },
  ],
  [
    'a reset of the login password',
    async ({ call, secret }) => {
      const browser = newBrowser();
      await getProvenCaptcha(node, browser);
      accounts.passTime(120_000);
      const factor = codeAt(secret, wallNow());
      accounts.passTime(30_000);
      const next = codeAt(secret, wallNow());
      const form = { ...changed, username: call.member.username, factor, next };
      return () => resetLoginPassword({ ...node, freeze }, form, browser);
    },
  ],
  [
    'a set-up of the authenticator',
    async ({ call }) => {
      await recoverFactors(node, call.member.memberId);
      const { secret } = await startAuthenticator(node, call.member);
      const form = { password: goodPassword, factor: codeAt(secret, wallNow()) };
      return () => confirmAuthenticator(node, form, call);
    },
  ],
  [
    'a deletion',
    async ({ call }) =>
      () =>
        endAccount(node, { ...call, clearCache: () => undefined }, async () => undefined),
  ],
];

test.each(works)(
  '%s waits for the money while it holds no other row of the member: a deletion holds that first',
  async (what, prepare) => {
    const guarded = await newGuarded(node, `First${works.findIndex(([name]) => name === what)}one`);
    const { memberId } = guarded.call.member;
    const run = await prepare(guarded);
    const holder = await database.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select ledger.lock_accounts($1)', [[memberAccount(memberId, 'available')]]);
      const running = run();
      await untilLockWait(database.pool, running);
      for (const [table, column] of [
        ['member', 'id'],
        ['session', 'member_id'],
        ['authenticator', 'member_id'],
      ])
        await holder.query(`select from ${table} where ${column} = $1 for update nowait`, [memberId]);
      await holder.query('commit');
      await running;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  },
);
