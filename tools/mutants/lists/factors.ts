import { bug, mutantsOf } from '../mutant.ts';

const identity = (...names: string[]): string[] => names.map((name) => `server/features/identity/${name}.test.ts`);

/** Second factors: codes of the app, backup codes, passkeys. */
export const factors = mutantsOf('accounts', [
  {
    file: 'server/features/identity/enter.ts',
    tests: identity('second-factors'),
    bugs: [
      bug(
        'wrong codes of strangers lock a known device’s factor',
        'device === null ? [] : deviceFactorSubjects(evidence.username, device)',
        '[]',
      ),
    ],
  },
  {
    file: 'server/features/identity/passwords/reauthenticate.ts',
    tests: identity('second-factors'),
    bugs: [
      bug(
        'wrong codes of strangers lock the factor of a session',
        "factor, sessionSubjects(token, 'factor')",
        'factor, []',
      ),
    ],
  },
  {
    file: 'server/platform/sign-in-failures/sign-in-policy.ts',
    tests: ['server/platform/sign-in-failures/sign-in-policy.test.ts'],
    bugs: [
      bug(
        'a typed name fills the counts of another purpose',
        '`${purpose} ${username.toLowerCase()}`',
        "purpose === 'signIn' ? username.toLowerCase() : `${purpose} ${username.toLowerCase()}`",
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-cache.ts',
    tests: identity('sessions/session-cache'),
    bugs: [
      bug('a session that is being read again is a stranger’s meanwhile', ' noDeleteOnStaleGet: true,', ''),
      bug(
        'an ended session stays known',
        "if (known === 'none') this.#entries.delete(key);\n        else this",
        'this',
      ),
    ],
  },
  {
    file: 'server/platform/events/member-events.ts',
    tests: ['server/platform/events/member-delivery.test.ts'],
    bugs: [bug('a node that ends forgets the balances of its last batches', '      await publishing;\n', '')],
  },
  {
    file: 'server/platform/sign-in-failures/sign-in-policy.ts',
    tests: identity('second-factors'),
    bugs: [
      bug(
        'known devices guess factors without a bound of all together',
        ", subject('name', name, namePolicy, false)];\n}",
        '];\n}',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-store.ts',
    tests: identity('sessions/sessions'),
    bugs: [
      bug(
        'surplus sessions are locked in no order',
        '      order by token_hash for update\n    )\n    update',
        '    )\n    update',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/sessions.ts',
    tests: identity('sessions/sessions'),
    bugs: [
      bug(
        'a replaced token is ended by its own node alone',
        '      if (replaced !== undefined) endSoon(replaced);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/remove-passkey.ts',
    tests: identity('ways-in'),
    bugs: [
      bug('the removal of a passkey overtakes a sign-in with it', '    await lockMember(transaction, memberId);\n', ''),
    ],
  },
  {
    file: 'server/platform/factors/authenticator-code.ts',
    tests: ['server/platform/factors/authenticator-code.test.ts'],
    bugs: [
      bug('a code of the app can be used twice', 'lastStep + 1); step', 'lastStep); step'),
      bug('a code of two steps before is taken', 'const stepsAround = 1;', 'const stepsAround = 2;'),
    ],
  },
  {
    file: 'server/features/identity/factors/backup-codes.ts',
    tests: identity('backup-codes'),
    bugs: [
      bug('a backup code can be used twice', ' and used_at is null', ''),
      bug('a backup code of another member is taken', 'update(`${memberId} ${code}`)', 'update(code)'),
      bug(
        'old backup codes stay',
        '  await sql`delete from backup_code where member_id = ${memberId}`.execute(transaction);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/factors/factor-check.ts',
    tests: identity('second-factors'),
    bugs: [
      bug(
        'factors at once do not see each other’s failures',
        'where member_id = ${memberId} for update',
        'where member_id = ${memberId}',
      ),
      bug('a locked factor is tried', "if (seconds > 0) throw new Refusal('secondFactorLocked', { seconds });", ''),
      bug(
        'a right code forgives the wrong ones of all known devices',
        'return clearedBySuccess ? noFailures : run;',
        'return noFailures;',
      ),
      bug(
        'a backup code confirms a new app',
        "factor.kind === 'backup' && state === 'confirmed'",
        "factor.kind === 'backup'",
      ),
      bug(
        'an app can be confirmed days later',
        'now - row.startedAt > setupMsMax',
        'now - row.startedAt > 99 * setupMsMax',
      ),
      bug('the step of a used code is not kept', 'coalesce(${step}, last_step)', 'last_step'),
    ],
  },
  {
    file: 'server/features/identity/factors/factor-check.ts',
    tests: ['server/test/account-recovery.test.ts'],
    bugs: [bug('a used factor does not stop a recovery', "  await dependencies.proofUsed(memberId, 'factor');\n", '')],
  },
  {
    file: 'server/features/identity/sign-in-with-passkey.ts',
    tests: identity('passkeys', 'passkey-http'),
    bugs: [
      bug(
        'a copied passkey signs in',
        "    throw new Refusal('passkeyRefused');\n  }\n  await proofUsed",
        '  }\n  await proofUsed',
      ),
      bug('the user handle of a passkey is not checked', ' || !isOwners(passkey, credential)', ''),
    ],
  },
  {
    file: 'server/platform/factors/passkey-signatures.ts',
    tests: identity('passkeys', 'passkey-http'),
    bugs: [
      bug(
        'a passkey signs in without the user verified',
        'requireUserVerification: true,\n    // The counter',
        'requireUserVerification: false,\n    // The counter',
      ),
      bug(
        'a passkey of another site signs in',
        'expectedRPID: site.rpId,\n    requireUserVerification: true,\n    // The counter',
        'expectedRPID: undefined as never,\n    requireUserVerification: true,\n    // The counter',
      ),
    ],
  },
  {
    file: 'server/platform/factors/passkey-challenges.ts',
    tests: identity('passkeys'),
    bugs: [
      bug('a challenge of another member is taken', 'taken.purpose === purpose && ', ''),
      bug('an old challenge is taken', ' && taken.expiresAt.getTime() > wallNow()', ''),
      bug(
        'a challenge is used twice',
        'delete from passkey_challenge where browser_hash = ${hashToken(token)}\n    returning challenge, purpose, expires_at as "expiresAt"',
        'select challenge, purpose, expires_at as "expiresAt" from passkey_challenge\n    where browser_hash = ${hashToken(token)}',
      ),
      bug('a challenge that another has replaced is taken', 'if (before) await', 'if (before && now < 0) await'),
      bug(
        'challenges of long ago are kept',
        'where expires_at <= ${new Date(now)}',
        'where expires_at <= ${new Date(0)}',
      ),
      bug('a network’s newest challenges are dropped', 'order by asked_at desc offset', 'order by asked_at offset'),
      bug(
        'a network has any number of challenges',
        'offset ${challengesPerNetworkMax}',
        'offset ${99 * challengesPerNetworkMax}',
      ),
      bug(
        'one network drops the challenges of others',
        'where network = ${network}\n',
        'where network >= ${network} or true\n',
      ),
    ],
  },
  {
    file: 'server/features/identity/passkeys/passkey-store.ts',
    tests: identity('passkeys'),
    bugs: [
      bug(
        'a member removes another member’s passkey',
        'delete from passkey where member_id = ${memberId} and id',
        'delete from passkey where ${memberId}::bigint > 0 and id',
      ),
      bug('a counter that stands still is taken', '(counter < ${use.counter} or', '(counter <= ${use.counter} or'),
    ],
  },
]);
