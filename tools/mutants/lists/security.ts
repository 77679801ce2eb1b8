import { bug, type MutatedFile } from '../mutant.ts';

const identity = (...names: string[]): string[] => names.map((name) => `server/features/identity/${name}.test.ts`);

const recoveries = ['server/test/account-recovery.test.ts', 'server/test/forgotten-password.test.ts'];

/** Sessions, recovery, withdrawal passwords, cards, freezes. */
export const protections: readonly MutatedFile[] = [
  {
    file: 'server/features/identity/sessions/session-store.ts',
    tests: identity('sessions/sessions', 'devices-and-passwords'),
    bugs: [
      bug(
        'signing others out ends every member’s sessions',
        'where member_id = ${memberId} and ended_at is null and token_hash <> ${kept}',
        'where ended_at is null and token_hash <> ${kept}',
      ),
      bug('signing others out ends the own session', ' and token_hash <> ${kept}', ''),
      bug(
        'the newest sessions are surplus',
        ".orderBy('last_seen_at', 'desc')\n    .orderBy('created_at', 'desc')\n    .offset",
        ".orderBy('last_seen_at')\n    .orderBy('created_at')\n    .offset",
      ),
      bug(
        'a replaced token lives on when it was used at the same moment',
        "    .where('replaced_by', 'is', null)\n    .where('expires_at', '>', new Date(now))\n    .execute();",
        "    .where('expires_at', '>', new Date(now))\n    .execute();",
      ),
      bug(
        'two renewals at once leave two sessions',
        ' and ended_at is null and replaced_by is null',
        ' and ended_at is null',
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
        "await sessions.endOthers(transaction, memberId, readSession(call) ?? '')",
        '{ count: 0, announce: async () => undefined }',
      ),
      bug('two new passwords at once both count', "      .where('password_hash', '=', before)\n", ''),
      bug('the account’s name is taken as password', 'await requireOtherPassword(username, input.password);', ''),
    ],
  },
  {
    file: 'server/features/identity/recovery/stop-recovery.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug(
        'the console is not notified of a recovery that its member cancels',
        "  if (ended) await operatorEvents.publish({ subject: 'approvals', id: '' });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/password-requests.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug('an operator closes requests that came later than those seen', ' and q.asked_at <= ${new Date(through)}', ''),
      bug('the requests of every member are closed', 'where q.member_id = ${memberId} and', 'where'),
      bug('a request that was refused begins another recovery', "'request_id', '=', id)", "'request_id', '=', '')"),
    ],
  },
  {
    file: 'server/features/identity/close-password-requests.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug(
        'requests that are closed already are closed once more',
        "    if (count === 0) throw new Refusal('passwordRequestUnknown');\n",
        '',
      ),
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
      bug(
        'sessions outlive a recovery',
        'return await effects.endSessions(transaction, memberId);',
        'return { count: 0, announce: async () => undefined };',
      ),
      bug(
        'a recovered account is not frozen',
        '    await effects.freeze(transaction, memberId, now + recoveryFreezeMs);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/propose-recovery.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug('a recovery that takes effect soon lapses', 'open.wait || at <', 'at <'),
      bug('asking again throws an open recovery away', 'open.wait || at < open.askedAt + approvalLifeMs', 'open.wait'),
      bug(
        'a recovery is asked for where nothing is lost',
        'request === null && !(await hasAuthenticator(transaction, memberId))',
        'false',
      ),
      bug(
        'other operators do not hear of a recovery',
        "  await operatorEvents.publish({ subject: 'approvals', id: '' });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/review-recovery.ts',
    tests: ['server/test/operator-recoveries.test.ts', ...recoveries],
    bugs: [
      bug(
        'an operator approves another recovery than was shown',
        '  requireContent(subjectOf(memberId, open).content, seen.hash);\n',
        '',
      ),
      bug(
        'the password of a recovery is not part of what is approved',
        ', request.id, request.passwordHash]',
        ', request.id]',
      ),
      bug(
        'another recovery than the one seen is decided on',
        "if (open?.id !== seen.id) throw new Refusal('approvalOver');",
        "if (!open) throw new Refusal('approvalOver');",
      ),
      bug(
        'a late approval of a recovery is passed over in silence',
        'requireRecorded(await decide(transaction, subjectOf(memberId, open), decision))',
        'await decide(transaction, subjectOf(memberId, open), decision)',
      ),
      bug('a recovery is decided on unseen', '  requireContent(subjectOf(memberId, open).content, seen.hash);\n', ''),
      bug(
        'a member does not hear that operators refused',
        "  if (ended.wait) await acts.announce(memberId, 'recoveryCancelled');\n",
        '',
      ),
      bug(
        'a refused recovery takes effect',
        "    await endRecovery(transaction, memberId, open.id, 'refused', at);\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/stop-recovery.ts',
    tests: ['server/test/operator-recoveries.test.ts', ...recoveries],
    bugs: [
      bug('a member cancels what is not shown', "!open || (outcome === 'cancelled' && !open.wait)", '!open'),
      bug(
        'the password stops a recovery of lost factors',
        "!open || (proof === 'password' && open.request === null)",
        '!open',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/password-requests.ts',
    tests: ['server/test/operator-recoveries.test.ts', ...recoveries],
    bugs: [
      bug(
        'a recovery takes the password of another member’s request',
        "    .where('member_id', '=', memberId)\n    .where('asked_at'",
        "    .where('asked_at'",
      ),
      bug(
        'a request whose recovery lapsed is lost',
        "            .where('outcome', 'is distinct from', 'expired'),\n",
        '',
      ),
      bug(
        'a request for a password never lapses',
        "    .where('asked_at', '>', new Date(now - passwordRequestMs))\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/list-open-recoveries.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug('an operator is offered a second approval', ' && !approvedBy.includes(by.operator)', ''),
      bug('every role is offered the decision', 'mayRefuse: mayReview(by),', 'mayRefuse: true,'),
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
    bugs: [bug('withdrawal passwords at once do not see each other’s failures', '    .forUpdate()\n', '')],
  },
  {
    file: 'server/features/security/change-withdrawal-password.ts',
    tests: ['server/features/security', 'server/test/second-factor-guards.test.ts'],
    bugs: [
      bug('two changes at once both count', "            .where('password_hash', '=', before)\n", ''),
      bug('a change leaves a reset running', '    await cancelReset(dependencies, transaction, memberId);\n', ''),
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
        "if (by === 'operators') page = page.where('s.operator_act', 'is not', null);",
        '',
      ),
    ],
  },
];
