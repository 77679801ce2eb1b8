import { bug, mutantsOf } from '../mutant.ts';

const attempts = ['tools/verify/operator-with-the-points.test.ts'];
const disbursing = [
  'server/features/donations/disbursements.test.ts',
  'server/features/donations/disbursement-approvals.test.ts',
  'server/test/changed-causes.test.ts',
];
const checkingIn = ['server/features/check-in/check-in.test.ts', 'server/features/check-in/check-in-histories.test.ts'];

/** Check-ins, donations, and what holds points against what they were given for. */
export const points = mutantsOf('points', [
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'a deposit earns weight before it is credited',
        "and id = new.reference and state = 'confirmed')",
        'and id = new.reference)',
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'a void round counts as a verified result',
        '::bigint and not is_void and ended_at <= at)',
        '::bigint and ended_at <= at)',
      ),
    ],
  },
  {
    file: 'server/features/check-in/check-in-store.ts',
    tests: checkingIn,
    bugs: [
      bug('a check-in of yesterday is written today', ' and given.transfer_at < given.ends_at', ''),
      bug(
        'the day of a check-in ends a day late',
        'ends_at: new Date(endsAt)',
        'ends_at: new Date(endsAt + 86_400_000)',
      ),
    ],
  },
  {
    file: 'server/features/check-in/check-in.ts',
    tests: checkingIn,
    bugs: [
      bug(
        'a check-in that another phone made is said to be new',
        "if (status !== 'committed')",
        "if (status === 'refused')",
      ),
    ],
  },
  {
    file: 'server/features/donations/donate.ts',
    tests: ['server/features/donations/donations.test.ts'],
    bugs: [
      bug('every donor is named', 'points: given, name })', "points: given, name: 'masked' })"),
      bug('another tier under the same key is the same donation', 'input: { tier, name }', 'input: { name }'),
    ],
  },
  {
    file: 'server/ledger/ledger-reader.ts',
    tests: ['server/features/donations/donations.test.ts'],
    bugs: [
      bug(
        'received is computed as what is disbursed and left',
        'received.amount as received',
        '(spent.balance + unspent.balance)::bigint as received',
      ),
    ],
  },
  {
    file: 'server/features/donations/disburse.ts',
    tests: disbursing,
    bugs: [
      bug(
        'a closed cause is approved',
        ' && !isRepeated && !(await isOpenCause(within, request.causeId, now))',
        ' && false',
      ),
      bug('a closed cause is paid, as far as the database lets it', '    where cause.is_open`', '`'),
      bug(
        'a request is forgotten once its cause is closed',
        'if (known?.disbursedAt != null)',
        'if (known === null && false)',
      ),
      bug(
        'only the first page of what is approved is completed',
        'if (page.length < approvedPerPage) return count;',
        'return count;',
      ),
    ],
  },
  {
    file: 'server/features/donations/list-disbursements.ts',
    tests: disbursing,
    bugs: [
      bug('an id that is no disbursement’s is the end of the list', "throw new Refusal('recordUnknown')", 'return []'),
    ],
  },
  {
    file: 'server/migrations/0152-paid-or-refused.sql',
    tests: disbursing,
    bugs: [bug('the database pays a closed cause', 'and cause.is_open', '')],
  },
  {
    file: 'server/migrations/0100-days-as-they-were-decided.sql',
    tests: ['server/features/check-in/check-in.test.ts', 'server/features/draws/draws.test.ts'],
    bugs: [bug('any moment may end a day', '<= 15 * 3600', '<= 1500 * 3600')],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: [
      ...attempts,
      'server/features/donations/donations.test.ts',
      'server/features/invitations/invitations.test.ts',
      'server/features/invitations/team-rewards.test.ts',
    ],
    bugs: [
      bug(
        'a check-in needs no transfer',
        'create trigger needs_transfer after insert on check_in for each row execute function require_check_in_transfer();',
        '',
      ),
      bug(
        'points move for nothing',
        "    else false\n  end) then\n    raise exception 'points move",
        "    else true\n  end) then\n    raise exception 'points move",
      ),
      bug(
        'a task is collected for nothing',
        'if not did_act(new.member_id, new.task, new.subject, new.acted_at) then',
        'if false then',
      ),
      bug(
        'weight is earned in any amount',
        'and p.kind = new.kind and p.points = new.points)\n    or not (case',
        'and p.kind = new.kind)\n    or not (case',
      ),
      bug(
        'a result that there is not is verified',
        "from round_end where round_id = split_part(of_subject, '.', 2)::bigint",
        'where true',
      ),
      bug(
        'what the charity received can be changed by hand',
        "when (pg_trigger_depth() = 0) execute function ledger.refuse('only a posting adds",
        "when (false) execute function ledger.refuse('only a posting adds",
      ),
      bug(
        'what the charity receives is not counted',
        "set amount = amount + received_points where asset = 'PTS'",
        "set amount = amount where asset = 'PTS'",
      ),
      bug(
        'what a team earned is the newest reward',
        'points = sums.points + excluded.points',
        'points = excluded.points',
      ),
    ],
  },
  {
    file: 'server/rewards/acts.ts',
    tests: ['server/features/tasks/tasks.test.ts'],
    bugs: [
      bug(
        'an act before the end of the latest day hides the ones after it',
        'acted_at >= since and acted_at < until\n          order by',
        'acted_at < until\n          order by',
      ),
    ],
  },
  {
    file: 'server/platform/mask-name.ts',
    tests: ['server/platform/mask-name.test.ts'],
    bugs: [bug('of a short name most is shown', 'characters.length < 8 ? 1 : 2', '2')],
  },
  {
    file: 'server/platform/http/guard.ts',
    tests: ['server/test/points-over-http.test.ts'],
    bugs: [bug('a page that is fetched ahead checks in', "startsWith('prefetch')", "startsWith('never')")],
  },
  {
    file: 'web/features/donations/charity-check.ts',
    tests: ['web/features/donations'],
    bugs: [
      bug('what was received may fall', 'later.received < earlier.received', 'later.received < 0n'),
      bug(
        'received is always what it is',
        'received === disbursed + unspent',
        'received >= 0n || received === disbursed + unspent',
      ),
    ],
  },
  {
    file: 'contract/weight.ts',
    tests: ['server/features/weight'],
    bugs: [bug('no page follows a check-in', '[0-9A-Za-z-]{2,40}', '[0-9A-Za-z]{2,40}')],
  },
  {
    file: 'web/features/weight/ladder.ts',
    tests: ['web/features/weight'],
    bugs: [bug('the level that a score has reached is promised', 'weightMin > score', 'weightMin >= score')],
  },
  {
    file: 'web/platform/i18n/locale-store.ts',
    tests: ['web/platform/i18n'],
    bugs: [bug('a language that was left while it loaded stays', 'if (visiting !== locale) return;', '')],
  },
  {
    file: 'server/rewards/earn.ts',
    tests: ['server/rewards', 'server/features/weight', 'server/features/plans/settle-plans.test.ts'],
    bugs: [
      bug(
        'a first act earns each time',
        '    on conflict do nothing`',
        '    on conflict (member_id, kind, reference) do update set points = weight_entry.points + 1`',
      ),
      bug(
        'a settled plan earns twice its points',
        '${rewards.planSettled.weight}',
        '${2 * rewards.planSettled.weight}',
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: attempts,
    bugs: [
      bug(
        'of the postings of points the check of the books counts one',
        'sum(p.amount) as points\n',
        'max(p.amount) as points\n',
      ),
      bug('a check-in may have moved its points twice', 't.posting_count = 1 and', 't.posting_count > 0 and'),
      bug(
        'a task gives the points of another one',
        'p.kind = new.task and p.points = new.points)\n  then',
        'p.points = new.points)\n  then',
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/donations/donations.test.ts'],
    bugs: [
      bug(
        'of points that the charity receives at once the largest gift counts',
        'sum(amount) filter (where to_account = -23)',
        'max(amount) filter (where to_account = -23)',
      ),
    ],
  },
  {
    file: 'server/features/weight/weight-feature.ts',
    tests: ['server/features/weight/list-weight-entries.test.ts'],
    bugs: [
      bug(
        'a member without points is activated',
        'return isActivated(rows[0]?.weight ?? 0);',
        'return isActivated(rows[0]?.weight ?? Number.MAX_SAFE_INTEGER);',
      ),
    ],
  },
]);
