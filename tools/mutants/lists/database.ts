import { bug, mutantsOf } from '../mutant.ts';

const withdrawals = ['review-withdrawal', 'approvals-of-a-day', 'request-withdrawal', 'withdrawals'].map(
  (subject) => `server/features/withdrawals/${subject}.test.ts`,
);

/** The later migrations, and the code that runs migrations and connects. */
export const database = mutantsOf('database', [
  {
    file: 'server/migrations/0008-deposits.sql',
    tests: ['server/features/deposits', 'server/test/chain-deposits.test.ts', 'server/gateways/evm'],
    bugs: [
      bug(
        'a confirmed deposit can be changed',
        "    old.state in ('confirmed', 'rejected')\n",
        "    old.state in ('rejected')\n",
      ),
      bug(
        'one transfer makes two deposits',
        'create unique index deposit_transfer on',
        'create index deposit_transfer on',
      ),
      bug(
        'a credited transfer can be changed',
        'or (old.outcome is not null and (old.member_id',
        'or (old.outcome is null and (old.member_id',
      ),
    ],
  },
  {
    file: 'server/migrations/0011-lost-factors.sql',
    tests: ['server/test/recovery-approvals.test.ts', 'server/test/account-recovery.test.ts'],
    bugs: [bug('a recovery takes effect without the wait', "approved_at + interval '72 hours'", 'approved_at')],
  },
  {
    file: 'server/migrations/0012-withdrawals.sql',
    tests: withdrawals,
    bugs: [
      bug(
        'a sent withdrawal can be cancelled',
        "(old.state = 'sent' and new.state in ('done', 'refused'))",
        "(old.state = 'sent' and new.state in ('done', 'refused', 'cancelled'))",
      ),
      bug('a refused withdrawal is sent', '    return null;\n', '    return new;\n'),
      bug(
        'two withdrawals of a new member are in review',
        'create unique index withdrawal_one_in_review',
        'create index withdrawal_one_in_review',
      ),
      bug(
        'a withdrawal is sent without approvals',
        'if new.approvals_needed > 0 and not is_approved',
        'if new.approvals_needed > 99 and not is_approved',
      ),
      bug(
        'a withdrawal’s destination can be changed',
        'old.fee, old.destination, old.destination_hash',
        'old.fee, new.destination, old.destination_hash',
      ),
      bug(
        'a withdrawal can be given to the sum of another destination',
        'old.destination_hash,',
        'new.destination_hash,',
      ),
      bug(
        'a withdrawal that is over can be changed',
        "(old.state = 'sent' and new.state in ('done', 'refused'))",
        "(old.state in ('sent', 'done') and new.state in ('done', 'refused'))",
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/platform/database/roles.test.ts', 'server/ledger/guards.test.ts'],
    bugs: [bug('guards do not hold while replicating', "tgenabled <> 'A'", "tgenabled = 'D'")],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: withdrawals,
    bugs: [
      bug(
        'a withdrawal does not see one of another member to its destination that is being recorded',
        'on conflict (hash) do update set last_requested_at = greatest(known.last_requested_at, excluded.last_requested_at);',
        'on conflict (hash) do nothing;',
      ),
      bug(
        'a cancelled withdrawal counts towards its destination',
        "where destination_hash = new.destination_hash and requested_at > day_start and state not in ('refused', 'cancelled')\n      union",
        'where destination_hash = new.destination_hash and requested_at > day_start\n      union',
      ),
      bug(
        'all days of a destination are added up',
        'where destination_hash = new.destination_hash and requested_at > day_start and',
        'where destination_hash = new.destination_hash and',
      ),
      bug(
        'exactly the limit of a destination needs approvals',
        'to_destination + new.amount > 10000000000',
        'to_destination + new.amount >= 10000000000',
      ),
      bug('one withdrawal too many needs no approval', 'of_member.count >= 20', 'of_member.count > 20'),
      bug(
        'each withdrawal counts as a destination of its own',
        'count(distinct destination_hash) filter',
        'count(destination_hash) filter',
      ),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['account-recovery', 'recovery-approvals', 'forgotten-password'].map(
      (name) => `server/test/${name}.test.ts`,
    ),
    bugs: [
      bug(
        'a recovery waits for one operator',
        "new.member_id || '.' || new.id, 2)",
        "new.member_id || '.' || new.id, 1)",
      ),
      bug(
        'a recovery that is over can be changed',
        '  if old.ended_at is not null\n    or (old.member_id,',
        '  if (old.member_id,',
      ),
      bug(
        'another password can be put into an approved recovery',
        'old.request_id, old.password_hash)\n',
        'old.request_id, new.password_hash)\n',
      ),
    ],
  },
  {
    file: 'server/migrations/0013-limits.sql',
    tests: ['server/test/loss-limits.test.ts', 'server/test/frozen-account.test.ts', 'server/test/protections.test.ts'],
    bugs: [
      bug('a frozen account may stake', '  where frozen.member_id is not null\n    or (guard', '  where (guard'),
      bug(
        'plans at risk do not count against a limit',
        'where lost + at_risk + added > maximum)',
        'where lost + added > maximum)',
      ),
      bug('exactly the limit is refused', 'lost + at_risk + added > maximum', 'lost + at_risk + added >= maximum'),
      bug('losses before the period count', ' and lost_at >= since', ''),
      bug(
        'two stakes of one page count one by one',
        'select member_id, sum(at_risk)::bigint as at_risk',
        'select member_id, max(at_risk)::bigint as at_risk',
      ),
      bug('a pause can be shortened', 'new.ends_at < old.ends_at', 'false'),
    ],
  },
  {
    file: 'server/migrations/0018-approvals.sql',
    tests: ['server/platform/approvals'],
    bugs: [
      bug(
        'decisions can be deleted',
        'create trigger approval_decision_append_only before update or delete on approval_decision',
        'create trigger approval_decision_append_only before update on approval_decision',
      ),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: [
      'server/platform/approvals',
      'server/features/withdrawals/review-withdrawal.test.ts',
      'server/test/recovery-approvals.test.ts',
      'server/features/books/fundings.test.ts',
    ],
    bugs: [
      bug(
        'approvals are listed in the order of names',
        'array_agg(approved.operator order by approved.recorded_at, approved.operator)',
        'array_agg(approved.operator order by approved.operator)',
      ),
      bug(
        'two hands of one person count as two',
        'persons_among(approvers || new.operator) >= opened.needed',
        'cardinality(approvers || new.operator) >= opened.needed',
      ),
      bug(
        'whom an operator enrolled is another person over a third',
        '    union\n    select hand.operator, case when link.one = hand.reached then link.other else link.one end\n    from hand join link on hand.reached in (link.one, link.other)\n',
        '    union\n    select one, other from link where one = any (operators)\n',
      ),
      bug(
        'an approval counts after it expired',
        'new.at >= opened.expires_at',
        "new.at > opened.expires_at + interval '1 day'",
      ),
      bug(
        'an approval that is alone counts for ever',
        "d.decision = 'approved' and d.at > of_moment - interval '1 day'",
        "d.decision = 'approved'",
      ),
      bug(
        'the approval of an operator counts whose role was taken away',
        '        and may_decide(o.role, of_kind) and o.ended_at is null\n      for share of o',
        '      for share of o',
      ),
      bug('a role ends unseen while another approves', '      for share of o\n', ''),
      bug('refused and approved counts as approved', "and not bool_or(d.decision = 'refused') ", ''),
    ],
  },
  {
    file: 'server/platform/database/migrations.ts',
    tests: ['server/platform/database/database.test.ts'],
    bugs: [
      bug('a changed migration is not noticed', 'if (file.hash !== one.hash) {', "if (file.hash === '') {"),
      bug(
        'the owner of another version’s data is not told what to do',
        'whose migration ${file.name} is a different one. ${nothingLost} ',
        'whose migration ${file.name} is a different one. ',
      ),
      bug('two nodes migrate at once', "    await lock(client, 'migrations');\n", ''),
      bug(
        'a migration between applied ones is skipped',
        'const late = pending.find((one) => one.number < last);',
        'const late = pending.find((one) => one.number < 0);',
      ),
    ],
  },
  {
    file: 'server/platform/database/database-failure.ts',
    tests: ['server/platform/database/database-failure.test.ts'],
    bugs: [
      bug(
        'a read-only server counts as a refusal',
        "new Set(['25006', '57P01', '57P02', '57P03'])",
        "new Set(['57P01', '57P02', '57P03'])",
      ),
      bug(
        'a lock that was waited for too long is a bug',
        "new Set(['40001', '40P01', '55P03'])",
        "new Set(['40001', '40P01'])",
      ),
    ],
  },
  {
    file: 'server/platform/database/database-address.ts',
    tests: ['server/platform/database/database-address.test.ts'],
    bugs: [bug('the password of a database is printed', "login.replace(/:.*@$/, ':****@')", 'login')],
  },
  {
    file: 'server/platform/database/pool.ts',
    tests: ['server/platform/database/database.test.ts'],
    bugs: [
      bug(
        'a large number of the database loses digits',
        'const parseInt8 = (text: string): bigint => BigInt(text);',
        'const parseInt8 = (text: string): bigint => BigInt(Number(text));',
      ),
    ],
  },
  {
    file: 'server/platform/database/primary-finder.ts',
    tests: ['server/platform/database/primary-finder.test.ts'],
    bugs: [
      bug('a lost primary is never forgotten', 'if (this.#found === host) this.#found = undefined;', ''),
      bug('each connection searches for the primary itself', 'this.#searching ??= this', 'this.#searching = this'),
      bug('a search waits for the server that hangs', 'if (silent.size === 0) throw error;', 'throw error;'),
    ],
  },
  {
    file: 'server/platform/database/database-watch.ts',
    tests: ['server/platform/database/database-watch.test.ts'],
    bugs: [
      bug(
        'silent connections are kept where a new one is answered',
        "      giveUpConnections(url, 'the server does not respond', kept);\n",
        '',
      ),
      bug(
        'silent connections are kept where no new one is taken',
        "if (isOverdue) giveUpConnections(url, 'the server does not respond');",
        '',
      ),
      bug(
        'a connection that is answered late stays open',
        '      connecting.then((next) => (next === kept ? undefined : next.end())).catch(() => undefined);\n',
        '',
      ),
      bug(
        'a watch that is stopped waits for the database',
        'Promise.race([response, connecting, abortOf(signal)])',
        'Promise.race([response, connecting])',
      ),
      bug('a short pause of the database costs all connections', 'const pausesMax = 8;', 'const pausesMax = 1;'),
      bug(
        'connections wait for ever where the watch has none',
        'for (const other of before) other.giveUp',
        'for (const other of before.slice(before.length)) other.giveUp',
      ),
    ],
  },
]);
