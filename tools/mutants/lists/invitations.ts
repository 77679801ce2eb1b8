import { bug, mutantsOf } from '../mutant.ts';

const teamTests = [
  'server/features/invitations/invitations.test.ts',
  'server/features/invitations/team-rewards.test.ts',
  'server/features/invitations/team-histories.test.ts',
];

/** Invitations: who stands in whose team, and what its members earn. */
export const invitations = mutantsOf('invitations', [
  {
    file: 'server/features/invitations/reward-team.ts',
    tests: teamTests,
    bugs: [
      bug(
        'a member’s second milestone pays nobody',
        'key: `invitation:${memberId}:${milestone}:${level}`',
        'key: `invitation:${memberId}:${level}`',
      ),
      bug('only the nearest inviter gets points', 'return inviters.map(', 'return inviters.slice(0, 1).map('),
      bug('every level earns as much as the first', 'points[milestone][level]', 'points[milestone][1]'),
      bug(
        'who left while the points were on their way still earns them',
        `from given join team
      on team.member_id = given.member_id and team.level = given.level and team.inviter_id = given.inviter_id`,
        'from given',
      ),
      bug(
        'points go to the member instead of the inviter',
        "memberAccount(id, 'promotion')",
        "memberAccount(memberId, 'promotion')",
      ),
      bug(
        'a milestone whose points failed counts as rewarded',
        'rewardsOf(milestone).every(({ key }) => !failedKeys.has(key))',
        'true || failedKeys',
      ),
      bug(
        'a member who left meanwhile is an error in the log',
        '      if (isStale(reason)) continue;\n',
        '      void isStale;\n',
      ),
      bug(
        'points that could not be given are passed over in silence',
        "      log.error({ err: reason, transfer: key }, 'an inviter’s points could not be given');\n",
        '      void [key, log];\n',
      ),
      bug(
        'a rewarded milestone is looked at again for ever',
        'if (done.length === 0) return;',
        'if (done.length >= 0) return;',
      ),
    ],
  },
  {
    file: 'server/features/invitations/team-store.ts',
    tests: [...teamTests, 'server/features/invitations/get-inviter.test.ts'],
    bugs: [
      bug('a level lists those who left', '.slice(0, level)\n', '.slice(1, level)\n'),
      bug('who came through somebody who left is still listed', '.slice(0, level)', '.slice(0, 1)'),
      bug('names are shown whole', '    ...row,\n    name: shownName(username),', '    ...row,\n    name: username,'),
      bug('the page after the first repeats its last member', 'place.id < coalesce', 'place.id <= coalesce'),
      bug(
        'a level of just the counted members is said to have more',
        'members > teamCountMax',
        'members >= teamCountMax',
      ),
      bug(
        'a level of one more than the counted members is said to have no more',
        'values: [memberId, teamCountMax + 1]',
        'values: [memberId, teamCountMax]',
      ),
      bug('a large team is counted to its end', 'limit $2) as counted', 'limit $2 + 1000000) as counted'),
      bug(
        'leaving again moves the moment',
        'select member_id, $2 from team_place where member_id = $1\n      on conflict do nothing',
        'select member_id, $2 from team_place where member_id = $1\n      on conflict (member_id) do update set left_at = excluded.left_at',
      ),
      bug(
        'the third level is not written',
        'above.inviter_1, above.inviter_2, ${new Date(at)}',
        'above.inviter_1, null, ${new Date(at)}',
      ),
    ],
  },
  {
    file: 'server/features/invitations/get-inviter.ts',
    tests: ['server/features/invitations/get-inviter.test.ts'],
    bugs: [
      bug('codes can be tried without end', 'unknownCodes?.take(network, 1) ?? 0', '0'),
      bug('right codes use a network up', 'unknownCodes?.refund(network, 1);', ''),
      bug('the landing page shows the whole name', 'name: maskName(owner.username)', 'name: owner.username'),
      bug('a code in small letters is unknown', 'input.code.toUpperCase()', 'input.code'),
      bug('each address of one subscriber counts alone', 'networkOf(address)', 'address'),
    ],
  },
  {
    file: 'server/migrations/0025-invitations.sql',
    tests: teamTests,
    bugs: [
      bug('a member can be their own inviter', 'check (invited_by < id)', 'check (invited_by <= id)'),
      bug('a milestone can be rewarded again', 'old.rewarded_at is not null\n  or', ''),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: teamTests,
    bugs: [
      bug(
        'an inviter can be exchanged later',
        'new.invitation_code or old.invited_by is distinct from new.invited_by)',
        'new.invitation_code)',
      ),
      bug('a code can be changed later', 'when (old.invitation_code is distinct from new.invitation_code or', 'when ('),
    ],
  },
  {
    file: 'server/rewards/acts.ts',
    tests: teamTests,
    bugs: [bug('reading a help text is a verified result', " where kind = 'resultVerified'", '')],
  },
  {
    file: 'server/features/check-in/check-in-store.ts',
    tests: ['server/features/check-in/check-in.test.ts'],
    bugs: [
      bug(
        'the first week is reached again each day',
        "and not exists (select from milestone where member_id = member.id and kind = 'firstWeek')",
        '',
      ),
      bug('the first week is a day short', 'firstWeekDays - 1', 'firstWeekDays - 2'),
    ],
  },
  {
    file: 'web/features/invitations/invitation-link.ts',
    tests: ['web/features/invitations/invitation-link.test.ts'],
    bugs: [
      bug('a code with a space around it is none', '.trim()', ''),
      bug('any text of a link is a code', 'invitationCodePattern.test(code) ?', 'code ?'),
    ],
  },
  {
    file: 'server/features/invitations/team-store.ts',
    tests: teamTests,
    bugs: [bug('a team list shows what other levels earned', ' and team_reward.level = ${level}', '')],
  },
  {
    file: 'server/features/invitations/team-store.ts',
    tests: ['server/features/invitations/reward-guard.test.ts'],
    bugs: [bug('a level names the newer version of the rules first', '.toSorted((one, other) => one - other)', '')],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/invitations/reward-guard.test.ts'],
    bugs: [
      bug(
        'a reward of one level goes to the inviter of another',
        'new.inviter_id = (array[inviter_1, inviter_2, inviter_3])[new.level]',
        'new.inviter_id in (inviter_1, inviter_2, inviter_3)',
      ),
      bug(
        'a reward goes to an inviter of another team',
        'and new.inviter_id = (array[inviter_1, inviter_2, inviter_3])[new.level]',
        '',
      ),
      bug(
        'an inviter is given the points of another level',
        'and p.level = new.level and p.points = new.points',
        'and p.points = new.points',
      ),
    ],
  },
]);
