import { bug, mutantsOf } from '../mutant.ts';

const profileTests = ['server/features/profile/get-member.test.ts', 'server/test/profile.test.ts'];

/** What members and operators see of a member. */
export const profile = mutantsOf('members', [
  {
    file: 'server/features/profile/get-account-info.ts',
    tests: profileTests,
    bugs: [
      bug(
        'the profile shows the name as the nickname',
        'select username, nickname,',
        'select username, username as nickname,',
      ),
      bug('the profile says that nothing is frozen', 'is_frozen as frozen', 'false as frozen'),
      bug(
        'the profile says that a card is bound where a password is',
        'has_bank_card as "hasBankCard"',
        'has_withdrawal_password as "hasBankCard"',
      ),
      bug(
        'the profile does not say when the account was opened',
        'created_at as "registeredAt"',
        'now() as "registeredAt"',
      ),
    ],
  },
  {
    file: 'server/features/profile/get-member.ts',
    tests: profileTests,
    bugs: [
      bug(
        'authorization is what is available',
        'authorization: add(available, locked)',
        'authorization: add(available, available)',
      ),
      bug(
        'leverage is that of another weight',
        'leverageUnlocked(levelsOffered(now, offers.changes()), weight)',
        'leverageUnlocked(levelsOffered(now, offers.changes()), weight + 1)',
      ),
      bug('the rule is in English for everybody', 'serverTexts[locale]', "serverTexts[locale && 'en']"),
      bug('today is by UTC for everybody', 'member.timeZone,\n', "'UTC',\n"),
    ],
  },
  {
    file: 'server/features/profile/give-first-name.ts',
    tests: ['server/test/bank-cards.test.ts'],
    bugs: [
      bug('the name of a card replaces the member’s', " and real_name = ''", ''),
      bug('the name of a card becomes everybody’s', 'where id = ${memberId} and', 'where'),
    ],
  },
  {
    file: 'server/features/profile/member-figures.ts',
    tests: profileTests,
    bugs: [
      bug(
        'a plan of midnight is of the day before',
        'settled_at >= ${new Date(startOfDay',
        'settled_at > ${new Date(startOfDay',
      ),
      bug(
        'gains alone are income',
        'select coalesce(sum(income), 0)::bigint as total',
        'select coalesce(sum(greatest(income, 0)), 0)::bigint as total',
      ),
      bug(
        'income of all members is one’s own',
        'from member_income where member_id = ${memberId}',
        'from member_income',
      ),
      bug('donations of all members are one’s own', 'from donation where member_id = ${memberId}', 'from donation'),
      bug(
        'weight of all members is one’s own',
        '(select weight from member_weight where member_id = ${memberId})',
        '(select max(weight) from member_weight)',
      ),
      bug(
        'given points are counted as points',
        "(${sql.raw(memberBalanceSql('(select id from wanted)', 'assistance'))})::int as assistance",
        '(select coalesce(sum(points), 0) from donation)::int as assistance',
      ),
    ],
  },
  {
    file: 'server/features/profile/update-profile.ts',
    tests: profileTests,
    bugs: [
      bug(
        'the real name changes without the password',
        'await owner.reauthenticate(call, { password: login, factor });',
        '',
      ),
      bug('the real name of a frozen account changes', 'await owner.requireUnfrozen(call.member.memberId);', ''),
      bug(
        'the real name changes after the answer to a freeze',
        'if (isRenamed) await owner.requireToStayUnfrozen(transaction, memberId);',
        '',
      ),
      bug('an unchanged name takes the password', 'return rows.length === 0;', 'return rows.length > 0;'),
      bug(
        'a profile without a change writes nothing and refreshes',
        'if (changes.length > 0)',
        'if (changes.length > 1)',
      ),
      bug('other nodes keep the zone of before', '    await sessions.refresh(memberId);\n', ''),
      bug(
        'the profile of everybody changes',
        ' where id = ${memberId}`.execute(transaction);\n      if (isRenamed)',
        '`.execute(transaction);\n      if (isRenamed)',
      ),
      bug(
        'a zone of the process that the database does not know is taken',
        'return rows.length === 1;',
        'return true;',
      ),
      bug('names keep their spaces', 'nickname = ${tidied(nickname)}', 'nickname = ${nickname}'),
    ],
  },
  {
    file: 'server/features/members/search-members.ts',
    tests: ['server/features/members/view-member.test.ts', 'server/test/operators-and-members.test.ts'],
    bugs: [
      bug('a search in capitals finds nobody', 'search.toLowerCase()', 'search'),
      bug(
        'a search finds members in the middle of their names',
        '`${search.toLowerCase()}%`',
        '`%${search.toLowerCase()}%`',
      ),
      bug('members are found in no order', 'order by lower(username) using ~<~ limit', 'order by id desc limit'),
      bug('a member found by name and number stands twice', ' and lower(username) not like ${prefix}', ''),
      bug(
        'a frozen member is shown as free',
        'exists (select from account_freeze as f where f.member_id = m.id) as "isFrozen"',
        'not exists (select from account_freeze as f where f.member_id = m.id) as "isFrozen"',
      ),
      bug('a member is not found by number', 'where id = ${numbered} and', 'where id = ${numbered} and false and'),
    ],
  },
  {
    file: 'server/features/members/viewed-member.ts',
    tests: ['server/features/members/view-member.test.ts', 'server/test/operators-and-members.test.ts'],
    bugs: [
      bug(
        'nobody learns that an operator looked',
        '  await database.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/members/view-member.ts',
    tests: ['server/features/members/view-member.test.ts', 'server/test/operators-and-members.test.ts'],
    bugs: [
      bug(
        'sessions that were ended are counted',
        's.ended_at is null and s.replaced_by is null',
        's.replaced_by is null',
      ),
      bug('sessions that are over are counted', '\n        and s.expires_at > ${now}) as sessions', ') as sessions'),
      bug(
        'a refused sign-in is shown as the last one',
        "\n        and s.result in ('registered', 'signedIn', 'signedInByPasskey', 'signedInByReset')",
        '',
      ),
      bug('an app that was never confirmed is shown', ' and a.confirmed_at is not null', ''),
      bug('a card that was cancelled is shown', 'and c.cancelled_at is null\n', '\n'),
      bug('a card that is not active yet is shown', 'and c.active_from <= ${now} order', 'order'),
      bug(
        'an exclusion that is over is shown to operators',
        '\n        and least(e.ends_at, e.lifts_at) > ${now}) as',
        ') as',
      ),
      bug('a recovery that is over is shown', ' and r.ended_at is null', ''),
      bug('a freeze shows another operator', 'operator: heldBy', 'operator: null'),
      bug(
        'points of a member are shown as USDT',
        'return { account, asset, amount',
        "return { account, asset: 'USDT' as const, amount",
      ),
      bug(
        'passkeys of everybody are counted',
        'from passkey as p where p.member_id = m.id',
        'from passkey as p where true',
      ),
    ],
  },
]);
