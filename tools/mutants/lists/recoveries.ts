import { bug, mutantsOf } from '../mutant.ts';

const recoveries = ['account-recovery', 'recovery-approvals', 'forgotten-password'].map(
  (name) => `server/test/${name}.test.ts`,
);

/** Lost factors and passwords that two operators give back. */
export const lostFactors = mutantsOf('accounts', [
  {
    file: 'server/migrations/0009-security.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug('the freeze of a recovery can be made an operator’s', ' or new.held_by is not null)', ')'),
      bug(
        'the database lets a reset of the withdrawal password count at once',
        "if new.active_from < protection_time(new.requested_at) + interval '23 hours 59 minutes' then",
        'if false then',
      ),
      bug(
        'a reset that waits is made one of yesterday',
        'before insert or update on withdrawal_password_reset',
        'before insert on withdrawal_password_reset',
      ),
      bug(
        'a reset withdrawal password is in use before its day is over',
        ' and active_from > protection_time(new.set_at)\n',
        " and active_from > protection_time(new.set_at) + interval '2 days'\n",
      ),
      bug(
        'the database lets a second card count at once',
        "new.active_from < protection_time(new.bound_at) + interval '23 hours 59 minutes'\n",
        'false\n',
      ),
    ],
  },
  {
    file: 'server/features/identity/factors/remove-factors.ts',
    tests: ['server/test/account-recovery.test.ts'],
    bugs: [
      bug(
        'a passkey that was lost still signs in after the recovery',
        '  await sql`delete from passkey where member_id = ${memberId}`.execute(within);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/recovery-store.ts',
    tests: ['server/test/account-recovery.test.ts'],
    bugs: [
      bug(
        'a hundred ended recoveries keep later ones from being completed',
        'where ended_at is null and takes_effect_at <=',
        'where takes_effect_at <=',
      ),
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
      bug(
        'a request that was refused begins another recovery',
        "r.request_id = q.id\n        and r.outcome is distinct from 'expired')`.execute(tables)",
        "r.request_id = ''\n        and r.outcome is distinct from 'expired')`.execute(tables)",
      ),
    ],
  },
  {
    file: 'server/features/identity/list-password-requests.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug(
        'a recovery whose only approval lapsed stands beside the requests as under way',
        ' or r.asked_at > ${new Date(now - approvalLifeMs)}',
        ' or true',
      ),
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
        'await effects.endSessions(transaction, memberId)',
        '{ count: 0, announce: async () => undefined }',
      ),
      bug(
        'open pages do not hear that the account was recovered',
        "  await acts.announce(memberId, 'accountRecovered');\n",
        '',
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
        ' and member_id = ${memberId} and asked_at',
        ' and asked_at',
      ),
      bug(
        'a request whose recovery lapsed is lost',
        "\n        and r.outcome is distinct from 'expired')`.execute(tables)",
        ')`.execute(tables)',
      ),
      bug('a request for a password never lapses', ' and asked_at > ${new Date(now - passwordRequestMs)}\n', '\n'),
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
    file: 'server/features/identity/request-login-password.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug(
        'the console does not hear of a request for a new password',
        "  await recovery.operatorEvents.publish({ subject: 'approvals', id: '' });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/finish-recoveries.ts',
    tests: ['server/test/account-recovery.test.ts', 'server/test/forgotten-password.test.ts'],
    bugs: [bug('a sign-in under way outlives a recovery', '    await effects.lock(transaction, memberId);\n', '')],
  },
  {
    file: 'server/features/identity/recovery/password-requests.ts',
    tests: ['server/test/forgotten-password.test.ts'],
    bugs: [
      bug(
        'a new request sweeps those that are open',
        'where asked_at < ${new Date(now - passwordRequestMs)}\n',
        'where asked_at < ${new Date(now)}\n',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/finish-recoveries.ts',
    tests: ['server/test/forgotten-password.test.ts'],
    bugs: [
      bug(
        'the owner is not told that the password was replaced',
        "      await acts.record(transaction, memberId, 'loginPasswordReset');\n",
        '',
      ),
    ],
  },
]);
