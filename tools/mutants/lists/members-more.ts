import { bug, mutantsOf } from '../mutant.ts';

/** Sessions, resets, devices, chats and what a member takes along. */
export const membersMore = mutantsOf('accounts', [
  {
    file: 'server/features/members/view-member.ts',
    tests: ['server/features/members/view-member.test.ts'],
    bugs: [
      bug(
        'a sign-in by a reset is none for operators',
        `'signedInByPasskey', 'signedInByReset')`,
        `'signedInByPasskey')`,
      ),
      bug(
        'a recovery whose only approval lapsed is shown as under way',
        ' or r.asked_at > ${new Date(now.getTime() - approvalCountsMs)}',
        ' or true',
      ),
      bug(
        'a recovery that waits for its moment is not shown after a day',
        'r.takes_effect_at is not null or r.asked_at >',
        'r.asked_at >',
      ),
      bug(
        'an operator sees the loss limit of before a looser one',
        'limitAt(limitOf(stored), wallNow())',
        'limitAt(limitOf(stored), 0)',
      ),
    ],
  },
  {
    file: 'web/features/draws/queries.ts',
    tests: ['web/features/draws/draw-presses.test.tsx'],
    bugs: [
      bug(
        'entries stay on the screen when the day of their member has ended',
        'msToMoment(endsAt),',
        'msToMoment(endsAt + 3_600_000),',
      ),
      bug(
        'a draw stays closed on the screen when an exclusion has ended',
        ': msToWallMoment(excludedUntil)',
        ': Number.POSITIVE_INFINITY',
      ),
    ],
  },
  {
    file: 'web/features/bank-card/queries.ts',
    tests: ['web/pages/waits-presses.test.tsx'],
    bugs: [bug('a card that has taken its place waits on the screen', '!!data?.replacement &&', 'data === null &&')],
  },
  {
    file: 'web/features/security/queries.ts',
    tests: ['web/pages/waits-presses.test.tsx'],
    bugs: [bug('a withdrawal password in force waits on the screen', '!!data?.reset &&', 'data === null &&')],
  },
  {
    file: 'web/features/identity/queries/protection.ts',
    tests: ['web/pages/waits-presses.test.tsx'],
    bugs: [bug('a freeze that can be lifted holds on the screen', '!!data?.freezeHoldsUntil &&', 'data === null &&')],
  },
  {
    file: 'web/features/security/freeze-card.tsx',
    tests: ['web/features/security/security.test.tsx'],
    bugs: [bug('a freeze by an operator is shown as a recovery', "isByTeam ? 'recovery.heldByTeam' : ", '')],
  },
  {
    file: 'server/features/notifications/push/device-store.ts',
    tests: ['server/features/notifications/push/push-devices.test.ts'],
    bugs: [
      bug(
        'a device added with a token that was just renewed falls silent',
        'coalesce(replaced_by, token_hash) as session_hash',
        'token_hash as session_hash',
      ),
    ],
  },
  {
    file: 'server/features/notifications/push/push-endpoint.ts',
    tests: ['server/features/notifications/push/push-endpoint.test.ts'],
    bugs: [
      bug(
        'a name that resolves to a private address too is connected to',
        'callback(null, allowed)',
        'callback(null, addresses)',
      ),
    ],
  },
  {
    file: 'server/features/own-data/collect-own-data.ts',
    tests: ['server/features/own-data/own-data.test.ts'],
    bugs: [
      bug(
        'the file mixes several moments of the account',
        'isolation level repeatable read read only',
        'isolation level read committed read only',
      ),
    ],
  },
  {
    file: 'server/features/own-data/own-data-tables.ts',
    tests: ['server/features/own-data/own-data.test.ts'],
    bugs: [
      bug(
        'what a member takes along names the operator who froze the account',
        `account_freeze: { without: ['held_by'], erased`,
        'account_freeze: { erased',
      ),
      bug(
        'what a member takes along has the inviters’ numbers',
        `    without: ['inviter_1', 'inviter_2', 'inviter_3'],
`,
        '',
      ),
      bug(
        'the member’s file names the operator who wrote a note',
        `member_note: { without: ['operator'], erased`,
        'member_note: { erased',
      ),
    ],
  },
  {
    file: 'server/features/support/send-chat-image.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug(
        'an image sent twice is two answers in the log',
        `    ({ isNew }) => isNew,
`,
        `    () => true,
`,
      ),
    ],
  },
  {
    file: 'server/features/support/chat-store.ts',
    tests: ['server/features/support/chat-measures.test.ts'],
    bugs: [
      bug(
        'unanswered conversations of all time are counted',
        `waited_since is not null and closed_at > now() - interval '30 days') as unanswered`,
        'waited_since is not null) as unanswered',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-store.ts',
    tests: ['server/features/identity/sessions/sessions.test.ts'],
    bugs: [
      bug(
        'tokens that were renewed push out sessions of other devices',
        ' and replaced_by is null\n        order by last_seen_at',
        '\n        order by last_seen_at',
      ),
      bug(
        'a session that is renewed lives beyond its longest life',
        "least(${new Date(until.idle)}, created_at + ${until.lifeMs} * interval '1 millisecond')",
        '${new Date(until.idle)}::timestamptz',
      ),
    ],
  },
  {
    file: 'server/features/identity/reset-login-password.ts',
    tests: ['server/features/identity/reset-login-password.test.ts'],
    bugs: [
      bug(
        'a recovery goes on although its owner has reset the password by the app',
        `    await proofUsed(member.id, 'factor');
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/notifications/get-notification-settings.ts',
    tests: ['server/features/notifications/notifications.test.ts'],
    bugs: [
      bug(
        'the switch of draws shows that of rounds',
        `draws: !muted.includes('draws')`,
        `draws: !muted.includes('rounds')`,
      ),
    ],
  },
  {
    file: 'server/features/operators/sign-in-operator.ts',
    tests: ['server/features/operators/operators.test.ts'],
    bugs: [bug('an operator who has ended signs in with the password', ' and ended_at is null`', '`')],
  },
  {
    file: 'server/features/operators/routes.ts',
    tests: ['server/test/operator-stream.test.ts'],
    bugs: [
      bug(
        'the caches of a browser outlive an operator’s sign-out',
        `      call.clearCache();
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/operators/list-approvals.ts',
    tests: ['server/test/approvals-by-operators.test.ts'],
    bugs: [bug('a deposit’s approval names member 0 where there is a member', '`${member ?? 0}.${id}`', '`0.${id}`')],
  },
  {
    file: 'server/features/identity/register.ts',
    tests: ['server/features/identity/register.test.ts'],
    bugs: [
      bug(
        'the house’s code in small letters is unknown',
        'invite.toUpperCase() === houseInvitationCode',
        'invite === houseInvitationCode',
      ),
    ],
  },
]);
