import { bug, type MutatedFile } from '../mutant.ts';

const identity = (...names: string[]): string[] => names.map((name) => `server/features/identity/${name}.test.ts`);
const signingIn = identity('sign-in', 'ways-in', 'register');

/** Accounts: passwords, factors, passkeys, sessions, recovery, withdrawal passwords, cards, freezes. */
export const accounts: readonly MutatedFile[] = [
  {
    file: 'server/features/identity/enter.ts',
    tests: [...signingIn, ...identity('second-factors', 'passkeys')],
    bugs: [
      bug(
        'a password changed meanwhile still signs in',
        "if (!(await isPasswordCurrent(tables, member))) return new Refusal('wrongCredentials');",
        '',
      ),
      bug(
        'a factor turned on meanwhile is not asked for',
        "return isUnguarded ? null : new Refusal('secondFactorNeeded');",
        'return isUnguarded ? null : null;',
      ),
      bug('the session before stays open', 'if (before !== undefined) await sessions.end(before);', ''),
      bug('an overtaken sign-in keeps its session', '    await sessions.end(token);\n', ''),
      bug(
        'a wrong factor is not in the sign-in log',
        "if (isWrong) signIns.note({ memberId: member.id, result: 'wrongFactor', userAgent, address });",
        '',
      ),
      bug(
        'a wrong password is not in the sign-in log',
        "if (member) signIns.note({ memberId: member.id, result: 'wrongPassword', userAgent, address });",
        '',
      ),
      bug(
        'a sign-in needs no captcha after wrong ones',
        "if (needed && code === undefined) throw new Refusal('captchaMissing');",
        '',
      ),
      bug(
        'a captcha is not checked at the sign-in',
        "if (needed) await requireCaptcha(dependencies, call, code ?? '');",
        '',
      ),
      bug(
        'a registration form signs in without its proof',
        '!known || !timingSafeEqual(known.registrationProof, proof)',
        '!known',
      ),
      bug('a retry of a registration locks nothing', '      await lockMember(transaction, member.id);\n', ''),
    ],
  },
  {
    file: 'server/features/identity/sessions/registration-retry.ts',
    tests: signingIn,
    bugs: [
      bug('a registration form signs in for ever', ' and at > ${since})', ')'),
      bug(
        'a registration form signs in past a passkey',
        '      and not exists (select from passkey where member_id = ${memberId})\n',
        '',
      ),
      bug(
        'a registration form signs in past an authenticator',
        '      and not exists (select from authenticator where member_id = ${memberId} and confirmed_at is not null)\n',
        '',
      ),
      bug('a registration form signs in twice', 'count(*) = 1 and bool_and(', 'bool_and(true) and bool_or('),
    ],
  },
  {
    file: 'server/features/identity/passwords/password-check.ts',
    tests: signingIn,
    bugs: [
      bug('a locked account tries passwords', "if (seconds > 0) throw new Refusal('signInLocked', { seconds });", ''),
      bug(
        'a failure counts after the check, not before',
        'account: withFailure(runs.account, accountPolicy, now),',
        'account: runs.account,',
      ),
      bug(
        'a right password does not clear the failures',
        'account: noFailures, address: withoutFailure(runs.address)',
        'account: runs.account, address: runs.address',
      ),
      bug(
        'addresses are not counted',
        'address: withFailure(runs.address, addressPolicy, now),',
        'address: runs.address,',
      ),
    ],
  },
  {
    file: 'server/features/identity/passwords/sign-in-failure-store.ts',
    tests: signingIn,
    bugs: [
      bug('failures at once do not see each other', "if (lock === 'locked') reading = reading.forUpdate();", ''),
      bug(
        'failures of a name in other letters are counted apart',
        'digest(username.toLowerCase())',
        'digest(username)',
      ),
    ],
  },
  {
    file: 'server/platform/failure-policy.ts',
    tests: identity('passwords/sign-in-policy', 'sign-in'),
    bugs: [
      bug(
        'the fifth failure locks nothing',
        'const doublings = failures - policy.freeFailures;',
        'const doublings = failures - policy.freeFailures - 1;',
      ),
      bug('a lock-out has no longest wait', 'Math.min(longestWaitMs, firstWaitMs', 'Math.max(0, firstWaitMs'),
      bug('failures are never forgotten', 'now - run.lastFailedAt > failureMemoryMs ? noFailures : run', 'run'),
      bug(
        'seconds of a lock-out are rounded down',
        'Math.ceil((run.lockedUntil - now) / 1_000)',
        'Math.floor((run.lockedUntil - now) / 1_000)',
      ),
    ],
  },
  {
    file: 'server/features/identity/captcha/captcha-store.ts',
    tests: identity('captcha/captcha-store', 'register'),
    bugs: [
      bug(
        'a captcha can be used twice',
        ".deleteFrom('captcha')\n    .where('visitor_hash', '=', hashToken(visitor))\n    .returning(",
        ".updateTable('captcha')\n    .set({ network: 'used' })\n    .where('visitor_hash', '=', hashToken(visitor))\n    .returning(",
      ),
      bug(
        'an old captcha is taken',
        '    timingSafeEqual(spent.answer_hash, answerHashOf(visitor, answer)) &&\n    spent.expires_at.getTime() > now\n',
        '    timingSafeEqual(spent.answer_hash, answerHashOf(visitor, answer))\n',
      ),
      bug('a captcha without its proof of work is right', 'spent?.proven === true &&', 'spent !== undefined &&'),
      bug(
        'any answer to a captcha is right',
        'timingSafeEqual(spent.answer_hash, answerHashOf(visitor, answer)) &&',
        '',
      ),
      bug(
        'a wrong answer leaves the captcha open',
        "row.or([row('answer_hash', '<>', answerHash), row('proven', '=', false)])",
        "row.or([row('proven', '=', false)])",
      ),
    ],
  },
  {
    file: 'server/features/identity/factors/authenticator-code.ts',
    tests: identity('factors/authenticator-code'),
    bugs: [
      bug('a code of the app can be used twice', 'lastStep + 1', 'lastStep'),
      bug('a code of two steps before is taken', 'const stepsAround = 1;', 'const stepsAround = 2;'),
    ],
  },
  {
    file: 'server/features/identity/factors/backup-codes.ts',
    tests: identity('second-factors'),
    bugs: [
      bug('a backup code can be used twice', "    .where('used_at', 'is', null)\n", ''),
      bug('a backup code of another member is taken', 'update(`${memberId} ${code}`)', 'update(code)'),
      bug(
        'old backup codes stay',
        "  await transaction.deleteFrom('backup_code').where('member_id', '=', memberId).execute();\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/factors/factor-check.ts',
    tests: identity('second-factors'),
    bugs: [
      bug('factors at once do not see each other’s failures', '    .forUpdate()\n', ''),
      bug('a locked factor is tried', "if (seconds > 0) throw new Refusal('secondFactorLocked', { seconds });", ''),
      bug(
        'a backup code confirms a new app',
        "factor.kind === 'backup' && state === 'confirmed'",
        "factor.kind === 'backup'",
      ),
      bug(
        'an app can be confirmed days later',
        'now - row.started_at.getTime() > setupMsMax',
        'now - row.started_at.getTime() > 99 * setupMsMax',
      ),
      bug('a used factor does not stop a recovery', '  await dependencies.factorUsed(memberId);\n', ''),
      bug('the step of a used code is not kept', '...(step === null ? {} : { last_step: BigInt(step) }),', ''),
    ],
  },
  {
    file: 'server/features/identity/sign-in-with-passkey.ts',
    tests: identity('passkeys', 'passkey-http'),
    bugs: [
      bug(
        'a copied passkey signs in',
        "    throw new Refusal('passkeyRefused');\n  }\n  await factorUsed",
        '  }\n  await factorUsed',
      ),
      bug(
        'a passkey signs in without the user verified',
        'requireUserVerification: true',
        'requireUserVerification: false',
      ),
      bug('a passkey of another site signs in', 'expectedRPID: site.rpId,', 'expectedRPID: undefined as never,'),
      bug('the user handle of a passkey is not checked', ' || !isOwners(passkey, credential)', ''),
    ],
  },
  {
    file: 'server/features/identity/passkeys/passkey-challenges.ts',
    tests: identity('passkeys'),
    bugs: [
      bug('a challenge of another member is taken', 'taken.member_id === memberId && ', ''),
      bug('an old challenge is taken', ' && taken.expires_at.getTime() > wallNow()', ''),
    ],
  },
  {
    file: 'server/features/identity/passkeys/passkey-store.ts',
    tests: identity('passkeys'),
    bugs: [
      bug(
        'a member removes another member’s passkey',
        "    .deleteFrom('passkey')\n    .where('member_id', '=', memberId)\n",
        "    .deleteFrom('passkey')\n",
      ),
      bug('a counter that stands still is taken', "eb('counter', '<', counter)", "eb('counter', '<=', counter)"),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-store.ts',
    tests: identity('sessions/sessions', 'devices-and-passwords'),
    bugs: [
      bug(
        'signing others out ends every member’s sessions',
        "    .set({ ended_at: new Date(now) })\n    .where('member_id', '=', memberId)\n    .where('ended_at', 'is', null)\n    .where('token_hash', '<>', kept)",
        "    .set({ ended_at: new Date(now) })\n    .where('ended_at', 'is', null)\n    .where('token_hash', '<>', kept)",
      ),
      bug('signing others out ends the own session', "    .where('token_hash', '<>', kept)\n", ''),
      bug(
        'the list shows sessions that ended',
        "    .where('ended_at', 'is', null)\n    .where('expires_at', '>', new Date(now))\n    .orderBy('last_seen_at', 'desc')",
        "    .where('expires_at', '>', new Date(now))\n    .orderBy('last_seen_at', 'desc')",
      ),
      bug(
        'the newest sessions are surplus',
        ".orderBy('last_seen_at', 'desc')\n    .orderBy('created_at', 'desc')\n    .offset",
        ".orderBy('last_seen_at')\n    .orderBy('created_at')\n    .offset",
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/sessions.ts',
    tests: identity('sessions/sessions', 'devices-and-passwords'),
    bugs: [
      bug(
        'a session lives for ever while it is used',
        'Math.min(now + idleDaysMax * dayMs, createdAt + lifeDaysMax * dayMs)',
        'now + idleDaysMax * dayMs',
      ),
      bug('an ended session is known on other nodes', '      cache.forget(notice.key);\n', ''),
      bug('ends that the bus lost are never noticed', '      cache.forgetAll();\n', ''),
      bug('open pages outlive their session', '      onEnded(notice.memberId);\n', ''),
      bug('an idle session is still open', 'session.hasEnded || session.expiresAt <= now', 'session.hasEnded'),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-cache.ts',
    tests: identity('sessions/sessions'),
    bugs: [
      bug('a session that ended while it was read is cached', 'if (!isCurrent()) return;', ''),
      bug(
        'a cached session outlives its expiry',
        "typeof known === 'object' && known.expiresAt <= this.#options.now() ? 'expired' : known",
        'known',
      ),
    ],
  },
  {
    file: 'server/features/identity/list-sign-ins.ts',
    tests: identity('devices-and-passwords', 'sign-in', 'identity-http'),
    bugs: [
      bug(
        'the log shows the sign-ins of everybody',
        "tables.selectFrom('sign_in').where('member_id', '=', memberId)",
        "tables.selectFrom('sign_in').where('member_id', '>', 0n)",
      ),
    ],
  },
  {
    file: 'server/features/identity/change-login-password.ts',
    tests: identity('devices-and-passwords', 'second-factors'),
    bugs: [
      bug(
        'other devices stay signed in after a new password',
        "await sessions.endOthers(memberId, readSession(call) ?? '')",
        '0',
      ),
      bug('a new password needs no factor', 'await requireFactor(dependencies, memberId, input.factor);', ''),
      bug('two new passwords at once both count', "      .where('password_hash', '=', before)\n", ''),
      bug('the account’s name is taken as password', 'await requireOtherPassword(username, input.password);', ''),
    ],
  },
  {
    file: 'server/features/identity/recovery/finish-recoveries.ts',
    tests: ['server/test/account-recovery.test.ts'],
    bugs: [
      bug(
        'a recovery takes effect before its wait is over',
        '!open?.wait || open.wait.takesEffectAt > now',
        '!open?.wait',
      ),
      bug('sessions outlive a recovery', '  await effects.endSessions(memberId);\n', ''),
      bug(
        'a recovered account is not frozen',
        '    await effects.freeze(transaction, memberId, now + frozenAfterMs);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/freeze.ts',
    tests: ['server/test/account-recovery.test.ts', 'server/test/frozen-account.test.ts'],
    bugs: [
      bug(
        'a second recovery shortens the hold of the freeze',
        'greatest(account_freeze.holds_until, excluded.holds_until)',
        'excluded.holds_until',
      ),
      bug(
        'every account counts as frozen with one',
        "    .where('member_id', '=', memberId)\n    .executeTakeFirst();\n  return row !== undefined;",
        '    .executeTakeFirst();\n  return row !== undefined;',
      ),
    ],
  },
  {
    file: 'server/features/security/freeze-account.ts',
    tests: ['server/test/frozen-account.test.ts', 'server/features/security'],
    bugs: [
      bug(
        'a freeze does not wait for a stake that is being written',
        '    await lockAvailable(transaction, memberId);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/unfreeze-account.ts',
    tests: [
      'server/test/frozen-account.test.ts',
      'server/test/account-recovery.test.ts',
      'server/test/second-factor-guards.test.ts',
    ],
    bugs: [
      bug('a frozen account is opened without a factor', 'await identity.requireFactor(memberId, factor);', ''),
      bug(
        'the hold of a freeze is not kept',
        "if (until > wallNow()) throw new Refusal('freezeHolds', { until: { at: until, timeZone } });",
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/withdrawal-passwords.ts',
    tests: ['server/features/security'],
    bugs: [
      bug(
        'a locked withdrawal password is tried',
        "if (seconds > 0) throw new Refusal('withdrawalPasswordLocked', { seconds });",
        '',
      ),
      bug('the member hears of each further lock', 'if (run.failures !== policy.freeFailures) return;', ''),
      bug(
        'a right withdrawal password does not clear the failures',
        'if (!matches || before.failures > 0) await writeRun',
        'if (!matches) await writeRun',
      ),
    ],
  },
  {
    file: 'server/features/security/withdrawal-password-resets.ts',
    tests: ['server/features/security'],
    bugs: [
      bug('withdrawal passwords at once do not see each other’s failures', '    .forUpdate()\n', ''),
      bug('a reset takes effect at once', "    .where('active_from', '<=', new Date(clock.now()))\n", ''),
    ],
  },
  {
    file: 'server/features/security/change-withdrawal-password.ts',
    tests: ['server/features/security', 'server/test/second-factor-guards.test.ts'],
    bugs: [
      bug('two changes at once both count', "            .where('password_hash', '=', before)\n", ''),
      bug('a change leaves a reset running', '    await cancelReset(dependencies, transaction, memberId);\n', ''),
      bug(
        'the withdrawal password changes without a factor',
        '  await identity.requireFactor(memberId, input.factor);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/bank-card/bind-bank-card.ts',
    tests: ['server/test/bank-cards.test.ts', 'server/test/second-factor-guards.test.ts'],
    bugs: [
      bug('a second card counts at once', 'activeFrom: card ? now + cardReplacementMs : now', 'activeFrom: now'),
      bug(
        'a card is replaced without the withdrawal password',
        "if (card && !isOwner) throw new Refusal('withdrawalPasswordUnset');",
        '',
      ),
      bug('a card is bound to a frozen account', 'await dependencies.owner.requireUnfrozen(memberId);', ''),
    ],
  },
  {
    file: 'server/platform/secret-seal.ts',
    tests: ['server/platform/secret-seal.test.ts'],
    bugs: [
      bug(
        'a sealed secret opens at another place',
        '        .setAAD(Buffer.from(place))\n',
        '        .setAAD(Buffer.from(place.slice(0, 0)))\n',
      ),
    ],
  },
];
