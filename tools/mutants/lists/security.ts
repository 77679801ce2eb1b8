import { bug, mutantsOf } from '../mutant.ts';

const identity = (...names: string[]): string[] => names.map((name) => `server/features/identity/${name}.test.ts`);

/** Sessions, withdrawal passwords, cards, freezes. */
export const protections = mutantsOf('accounts', [
  {
    file: 'server/features/security/freeze-account.ts',
    tests: ['server/test/frozen-meanwhile.test.ts'],
    bugs: [
      bug(
        'a card that waits replaces another during a freeze',
        ', ...(await cancelReplacements(dependencies, transaction, memberId))',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-store.ts',
    tests: identity('sessions/sessions', 'devices-and-passwords'),
    bugs: [
      bug(
        'signing others out ends every member’s sessions',
        'where member_id = ${memberId} and ended_at is null and token_hash not in (table heir)',
        'where ended_at is null and token_hash not in (table heir)',
      ),
      bug('signing others out ends the own session', ' and token_hash not in (table heir)', ''),
      bug(
        'signing out leaves the token in that has taken the place of this one',
        'where token_hash in (table heir) and ended_at is null',
        'where token_hash = ${tokenHash} and ended_at is null',
      ),
      bug(
        'the newest sessions are surplus',
        'order by last_seen_at desc, created_at desc offset',
        'order by last_seen_at, created_at offset',
      ),
      bug(
        'a replaced token lives on when it was used at the same moment',
        ' and replaced_by is null\n      and expires_at > ${new Date(now)}`',
        '\n      and expires_at > ${new Date(now)}`',
      ),
      bug(
        'two renewals at once leave two sessions',
        ' and ended_at is null and replaced_by is null\n      returning',
        ' and ended_at is null\n      returning',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/sessions.ts',
    tests: identity('sessions/sessions', 'sessions/session-notices', 'devices-and-passwords'),
    bugs: [
      bug(
        'a session lives for ever while it is used',
        'Math.min(now + idleDaysMax * dayMs, createdAt + lifeDaysMax * dayMs)',
        'now + idleDaysMax * dayMs',
      ),
      bug('an ended session is known on other nodes', '      cache.forget(notice.key);\n', ''),
      bug('ends that the bus lost are never noticed', '      cache.forgetAll();\n', ''),
      bug('open pages outlive their session', '      onEnded(notice.memberId);\n', ''),
      bug(
        'a node that does not survive the end of sessions leaves their pages open elsewhere',
        '    await publishEnds(transaction, memberId, hashes);\n    return',
        '    return',
      ),
      bug('an idle session is still open', 'session.hasEnded || session.expiresAt <= now', 'session.hasEnded'),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-cache.ts',
    tests: identity('sessions/session-cache', 'sessions/sessions'),
    bugs: [
      bug('a page opens by what was read before the end', 'this.#overtaken.has(loading)', 'false'),
      bug('a session that is due to be read again counts as read', '= isDueToo ? this', '= true ? this'),
      bug('a session that ended while it was read is cached', 'if (!isCurrent()) return;', ''),
      bug(
        'a change of another member hides from a look-up that the session ended',
        'if (ofKey === key) ',
        'if (ofKey === key && this.#loading.get(key) === loading) ',
      ),
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
        'where member_id = ${memberId} and (${before}::text',
        'where ${memberId}::bigint > 0 and (${before}::text',
      ),
    ],
  },
  {
    file: 'server/features/identity/change-login-password.ts',
    tests: identity('devices-and-passwords', 'second-factors'),
    bugs: [
      bug(
        'other devices stay signed in after a new password',
        "await sessions.endOthers(transaction, memberId, readSession(call) ?? '')",
        '{ count: 0, announce: async () => undefined }',
      ),
      bug('two new passwords at once both count', ' and password_hash = ${before}`', '`'),
      bug('the account’s name is taken as password', 'await requireOtherPassword(username, input.password);', ''),
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
    ],
  },
  {
    file: 'server/features/security/freeze-account.ts',
    tests: ['server/test/frozen-payout.test.ts', 'server/test/frozen-account.test.ts'],
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
      bug('the hold of a freeze is not kept', 'if (until > wallNow()) {', 'if (until > wallNow() && until < 0) {'),
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
      bug('the member hears of each further lock', 'if (run.failures !== fiveFree.freeFailures) return;', ''),
      bug(
        'a right withdrawal password does not clear the failures',
        'if (!matches || stored.run.failures > 0) await writeRun',
        'if (!matches) await writeRun',
      ),
      bug(
        'a withdrawal password counts that was replaced while it was checked',
        '      if (stored.passwordHash !== passwordHash) return null;\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/withdrawal-password-resets.ts',
    tests: ['server/features/security'],
    bugs: [
      bug(
        'withdrawal passwords at once do not see each other’s failures',
        'where member_id = ${memberId} for update`',
        'where member_id = ${memberId}`',
      ),
    ],
  },
  {
    file: 'server/features/security/change-withdrawal-password.ts',
    tests: ['server/features/security', 'server/test/second-factor-guards.test.ts'],
    bugs: [
      bug('two changes at once both count', ' and password_hash = ${before}`', '`'),
      bug('a change leaves a reset running', 'await cancelReset(dependencies, transaction, memberId);', 'false;'),
      bug(
        'a change spends its captcha where it cannot be made',
        '  passwords.requireRoom(turnOfMember(memberId));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/reset-withdrawal-password.ts',
    tests: ['server/features/security/reset-withdrawal-password.test.ts'],
    bugs: [
      bug(
        'a reset spends its captcha where it cannot be made',
        '  passwords.requireRoom(turnOfMember(memberId));\n',
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
        '    .setAAD(Buffer.from(place))\n    .setAuthTag',
        '    .setAAD(Buffer.from(place.slice(0, 0)))\n    .setAuthTag',
      ),
    ],
  },
  {
    file: 'server/features/security/list-security-acts.ts',
    tests: ['server/test/operators-and-members.test.ts'],
    bugs: [
      bug(
        'own acts stand among those of operators',
        "\n      and (s.operator_act is not null or not ${by === 'operators'})",
        '',
      ),
    ],
  },
]);
