import { bug, mutantsOf } from '../mutant.ts';

const identity = (...names: string[]): string[] => names.map((name) => `server/features/identity/${name}.test.ts`);
const signingIn = identity('sign-in', 'ways-in', 'registration-retry', 'register');

/** Signing in: passwords, captchas, lock-outs. */
export const waysIn = mutantsOf('accounts', [
  {
    file: 'contract/identity-schemas.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [
      bug('a visitor is told to be signed in', 'signedIn ? 1 : 0', 'signedIn ? 1 : 1'),
      bug('a phone takes a visitor for a member', 'flag === 1', 'flag !== 1'),
    ],
  },
  {
    file: 'server/features/identity/enter.ts',
    tests: [...signingIn, ...identity('second-factors', 'passkeys', 'signed-out-meanwhile')],
    bugs: [
      bug(
        'a sign-in overtakes a new password that is under way',
        '    await lockAvailable(transaction, owner.memberId);\n',
        '',
      ),
      bug('tries of one name from many networks are checked side by side', '    turnOfName(username),\n', ''),
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
        'a passkey removed meanwhile signs in',
        "if (!(await hasPasskey(transaction, owner.credentialId))) throw new Refusal('passkeyRefused');",
        '',
      ),
      bug(
        'a passkey sign-in overtakes the removal of the passkey',
        '      await lockMember(transaction, owner.memberId);\n',
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
    file: 'server/features/identity/passwords/reauthenticate.ts',
    tests: identity('signed-out-meanwhile'),
    bugs: [
      bug(
        'the old password still proves the owner on a device that the new one signs out',
        '  else await requireOpenSession(dependencies.tables, call);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/confirm-authenticator.ts',
    tests: identity('signed-out-meanwhile'),
    bugs: [
      bug(
        'a device that was signed out meanwhile sets an app',
        '    await requireOpenSession(transaction, call);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/remove-passkey.ts',
    tests: ['server/test/deletion-in-no-circle.test.ts'],
    bugs: [
      bug(
        'a removed passkey holds the member before the money',
        '    await lockAvailable(transaction, memberId);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/withdrawal-password-resets.ts',
    tests: ['server/test/deletion-in-no-circle.test.ts'],
    bugs: [
      bug(
        'a reset is kept before the money is held',
        '  await lockAvailable(transaction, memberId);\n  const { rows }',
        '  const { rows }',
      ),
    ],
  },
  {
    file: 'server/features/identity/captcha/captcha-load.ts',
    tests: identity('captcha/captcha-work'),
    bugs: [
      bug(
        'refused registrations of a network count for those around it',
        '1 from own where ${surrounding}',
        '1 where ${surrounding}',
      ),
    ],
  },
  {
    file: 'server/features/images/upload-image.ts',
    tests: ['server/features/images/upload-image.test.ts'],
    bugs: [
      bug(
        'a drawn image that is not kept is a slow one',
        "    await settleFile(tables, memberId, sentHash, 'undrawn').catch(() => undefined);\n",
        '',
      ),
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
    file: 'server/features/identity/register.ts',
    tests: identity('no-room'),
    bugs: [
      bug(
        'a registration spends its captcha where no password can be checked',
        '  passwords.requireRoom(turnOf(call.address));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/request-login-password.ts',
    tests: identity('no-room'),
    bugs: [
      bug(
        'a request for a new password spends its captcha where no password can be checked',
        '  passwords.requireRoom(turnOf(address));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/change-login-password.ts',
    tests: identity('no-room'),
    bugs: [
      bug(
        'a change of the password spends its captcha where no password can be checked',
        '  passwords.requireRoom(turnOfMember(memberId));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/reset-login-password.ts',
    tests: identity('no-room'),
    bugs: [
      bug(
        'a reset spends its captcha where no password can be checked',
        '  dependencies.passwords.requireRoom(turnOf(call.address));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/reset-login-password-by-passkey.ts',
    tests: identity('no-room'),
    bugs: [
      bug(
        'a reset by a passkey spends its captcha where no password can be checked',
        '  passwords.requireRoom(turnOf(call.address));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/reset-login-password-by-passkey.ts',
    tests: identity('ways-in'),
    bugs: [
      bug(
        'a passkey removed meanwhile replaces the password',
        "if (!(await hasPasskey(transaction, credentialId))) throw new Refusal('passkeyRefused');",
        '',
      ),
    ],
  },
  {
    file: 'server/platform/sign-in-failures/counted-check.ts',
    tests: signingIn,
    bugs: [
      bug('a locked account tries passwords', "if (seconds > 0) throw new Refusal('signInLocked', { seconds });", ''),
      bug(
        'a sign-in needs no captcha after wrong ones',
        "if (code === undefined) throw new Refusal('captchaMissing');",
        'if (code === undefined) return true;',
      ),
      bug('a captcha is not checked at the sign-in', '  await requireCaptcha(code);\n', ''),
    ],
  },
  {
    file: 'server/platform/sign-in-failures/known-device.ts',
    tests: identity('lock-out'),
    bugs: [
      bug('a known device is known for ever', ' || Number(expiresAt) <= now) return null', ') return null'),
      bug('the device of one account is known to another', 'username.toLowerCase(), id', 'id'),
    ],
  },
  {
    file: 'server/platform/sign-in-failures/sign-in-failure-store.ts',
    tests: ['server/platform/sign-in-failures/sign-in-failure-store.test.ts'],
    bugs: [bug('failures at once do not see each other', "${lock === 'locked' ? sql`for update` : sql``}", '')],
  },
  {
    file: 'server/platform/failure-policy.ts',
    tests: ['server/platform/sign-in-failures/sign-in-policy.test.ts', ...identity('sign-in')],
    bugs: [
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
    file: 'server/features/identity/captcha/captcha-image.ts',
    tests: identity('captcha/captcha-image'),
    bugs: [
      bug(
        'the letters of a captcha are stretched instead of turned',
        'middleX + slanted * cosine - y * sine',
        'middleX + slanted * cosine + y * sine',
      ),
    ],
  },
  {
    file: 'server/features/identity/captcha/captcha-store.ts',
    tests: identity('captcha/captcha-store', 'register'),
    bugs: [
      bug(
        'a captcha can be used twice',
        'delete from captcha where visitor_hash = ${hashToken(visitor)}\n    returning',
        "update captcha set network = 'used' where visitor_hash = ${hashToken(visitor)}\n    returning",
      ),
      bug(
        'an old captcha is taken',
        '    timingSafeEqual(spent.answerHash, answerHashOf(visitor, answer)) &&\n    spent.expiresAt.getTime() > now\n',
        '    timingSafeEqual(spent.answerHash, answerHashOf(visitor, answer))\n',
      ),
      bug('a captcha without its proof of work is right', 'spent?.proven === true &&', 'spent !== undefined &&'),
      bug(
        'any answer to a captcha is right',
        'timingSafeEqual(spent.answerHash, answerHashOf(visitor, answer)) &&',
        '',
      ),
      bug(
        'a wrong answer leaves the captcha open',
        '(answer_hash <> ${answerHash} or not proven)',
        '(${answerHash}::bytea is null or not proven)',
      ),
    ],
  },
]);
