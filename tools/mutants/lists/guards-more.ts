import { bug, mutantsOf } from '../mutant.ts';

/** Further guards: of members’ days, points and payouts, of operators, and of what checks the books. */
export const moreGuards = mutantsOf('database', [
  {
    file: 'server/migrations/0001-ledger.sql',
    tests: ['server/features/books/unfounded.test.ts'],
    bugs: [
      bug(
        'the check of the books passes over an account without a posting',
        `full join (
  select account_id, sum(change) as posted`,
        `join (
  select account_id, sum(change) as posted`,
      ),
      bug(
        'the check of the books passes over postings without a transfer',
        `from ledger.transfers as t
full join (select transfer_id`,
        `from ledger.transfers as t
left join (select transfer_id`,
      ),
    ],
  },
  {
    file: 'server/migrations/0003-market.sql',
    tests: ['server/platform/clock.test.ts'],
    bugs: [
      bug(
        'a clock is extended by a node whose own clock is an hour off',
        'abs(extract(epoch from clock_timestamp() - new.extended_at)) > 60',
        'abs(extract(epoch from clock_timestamp() - new.extended_at)) > 6000',
      ),
    ],
  },
  {
    file: 'server/migrations/0012-withdrawals.sql',
    tests: ['server/features/withdrawals/withdrawal-guards.test.ts'],
    bugs: [
      bug(
        'a withdrawal is refused without a reason',
        `  check ((state = 'refused') = (reason is not null)),
`,
        '',
      ),
      bug(
        'a withdrawal is paid out at no time',
        `  check (state not in ('sent', 'done') or sent_at is not null)
`,
        `  check (sent_at is null or state <> 'requested')
`,
      ),
      bug('a fee is higher than the withdrawal', 'check (fee >= 0 and fee <= amount)', 'check (fee >= 0)'),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'a round takes orders before it opens',
        'at >= round_opens_at(round_id) and at < round_closes_at(round_id), true)',
        'at < round_closes_at(round_id), true)',
      ),
      bug('a round takes orders of a day that was not committed to', ', true) and is_committed(round_id);', ', true);'),
    ],
  },
  {
    file: 'server/migrations/0022-donations.sql',
    tests: ['server/features/donations/disbursements.test.ts'],
    bugs: [
      bug(
        'a disbursement has no receipt',
        'receipt text not null check (length(receipt) between 3 and 500 and',
        'receipt text not null check (length(receipt) <= 500 and',
      ),
    ],
  },
  {
    file: 'server/migrations/0023-draws.sql',
    tests: ['server/features/draws/draw-days.test.ts'],
    bugs: [
      bug(
        'one act earns two entries',
        `  constraint draw_act_once unique (member_id, kind, subject),
`,
        '',
      ),
      bug(
        'own seeds leave numbers out',
        'if new.number <> 1 + (select count(*)',
        'if new.number < 1 + (select count(*)',
      ),
    ],
  },
  {
    file: 'server/migrations/0025-invitations.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'a milestone that was rewarded is rewarded again',
        `when (old.rewarded_at is not null
  or (old.member_id`,
        'when ((old.member_id',
      ),
    ],
  },
  {
    file: 'server/migrations/0027-operators.sql',
    tests: ['server/features/operators/operator-guards.test.ts'],
    bugs: [
      bug(
        'a session of an operator lasts for days',
        "check (expires_at <= created_at + interval '8 hours')",
        'check (expires_at > created_at)',
      ),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'what a deleted member sent before counts for a destination for ever',
        `and erased_until > new.requested_at
`,
        `
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/books/unfounded.test.ts'],
    bugs: [
      bug(
        'the check of the books does not see what the charity spent',
        "when -24 then 'USDT' when -18 then 'USDT' else 'PTS' end",
        "when -24 then 'USDT' else 'PTS' end",
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/rewards/points-guards.test.ts'],
    bugs: [
      bug(
        'a row of points takes a transfer to another account of its member',
        `
      and of_member * 32 + slot in (p.from_account, p.to_account)`,
        '',
      ),
      bug(
        'weight is earned in the amounts of another version',
        "p.rule = 'weight' and p.version = new.rule_version and",
        "p.rule = 'weight' and",
      ),
      bug(
        'a second card earns weight again',
        "when 'cardBound' then new.reference = 'first' and exists",
        "when 'cardBound' then exists",
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/rounds/order-guards.test.ts'],
    bugs: [bug('a void round counts as verified', 'and not is_void and ended_at <= at)', 'and ended_at <= at)')],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/check-in/check-in.test.ts'],
    bugs: [bug('six check-ins are a week', ' limit 7) as days) = 7', ' limit 7) as days) >= 6')],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/invitations/reward-guard.test.ts'],
    bugs: [
      bug(
        'an inviter is rewarded with the points of another level',
        '      and p.level = new.level and p.points = new.points)',
        '      and p.points = new.points)',
      ),
    ],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['server/platform/database/roles.test.ts'],
    bugs: [
      bug(
        'the server may insert a withdrawal that is sent already',
        "    'insert (member_id, id, method, amount, fee, destination, destination_hash, card_id, comment, requested_at, review_ends_at, only_one), update (",
        "    'insert, update (",
      ),
      bug(
        'the server may insert a holding that has ended',
        "    'insert (member_id, id, product, days, daily_rate_ppm, early_exit_keeps_percent, amount, interest_reserved, subscribed_at, matures_at), update (",
        "    'insert, update (",
      ),
      bug(
        'the server may insert a follow that has ended',
        "    'insert (member_id, id, category, stake, winnings, rounds, stop_on_win, loss_limit, placed_at, last_round), update (",
        "    'insert, update (",
      ),
    ],
  },
  {
    file: 'server/migrations/0141-places-and-candles-as-they-came.sql',
    tests: ['server/features/invitations/invitations.test.ts', 'server/market/exchange/exchange-source.test.ts'],
    bugs: [
      bug('somebody who came uninvited gets a place later', ' and member.invited_by = new.inviter_1', ''),
      bug('a place names another second inviter', 'and above.inviter_1 is not distinct from new.inviter_2 and', 'and'),
      bug('a place names another third inviter', ' and above.inviter_2 is not distinct from new.inviter_3', ''),
      bug('a candle is written a minute before it is over', "interval '10 seconds'", "interval '10 minutes'"),
    ],
  },
  {
    file: 'server/platform/database/database-address.ts',
    tests: ['server/platform/database/database-address.test.ts'],
    bugs: [
      bug('one server on this machine lets the others go unencrypted', '[host]).every(', '[host]).some('),
      bug(
        'the host of the query is not looked at',
        'host === undefined ? hosts : [host]',
        'host === null ? [host] : hosts',
      ),
      bug('any parameter counts as sslmode', 'areHere || sslmode)', "areHere || query !== '')"),
    ],
  },
]);
