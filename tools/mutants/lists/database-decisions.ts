import { bug, mutantsOf } from '../mutant.ts';

/** What later migrations let operators decide, publish and answer, and what a deletion leaves. */
export const databaseDecisions = mutantsOf('database', [
  {
    file: 'server/migrations/0042-changed-prizes.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a request can close the daily draw',
        `check (kind <> 'prizes' or (is_open and item = 'daily'`,
        `check (kind <> 'prizes' or (item = 'daily'`,
      ),
    ],
  },
  {
    file: 'server/migrations/0042-changed-prizes.sql',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'an offer takes the number of a prize table',
        `  new.version := null;
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0045-deleted-accounts.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'the passkey challenges of an account outlive it',
        `  delete from passkey_challenge where purpose = 'member ' || of_member;
`,
        '',
      ),
      bug(
        'a recovery under way outlives its account',
        'where member_id = of_member and (ended_at is null or request_id is not null);',
        'where member_id = of_member and request_id is not null;',
      ),
    ],
  },
  {
    file: 'server/migrations/0045-deleted-accounts.sql',
    tests: ['server/test/deletion-races.test.ts'],
    bugs: [
      bug(
        'a reset of the withdrawal password is written for a deleted account',
        'create trigger not_for_deleted before insert on withdrawal_password_reset for each row execute function refuse_for_deleted();',
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0052-deposits-of-deleted-members.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'an announced deposit of a deleted account that came in is rejected',
        `where member_id = new.member_id and state = 'requested' and transfer is null;`,
        `where member_id = new.member_id and state = 'requested';`,
      ),
    ],
  },
  {
    file: 'server/migrations/0054-ledger-read-by-its-functions.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug('points keep an account from being deleted', `where asset = 'USDT' and balance <> 0`, 'where balance <> 0'),
    ],
  },
  {
    file: 'server/migrations/0091-seed-chains.sql',
    tests: ['server/features/rounds/seed-chains.test.ts'],
    bugs: [
      bug('the first chain may have any number', '    if new.number = 1 then return new; end if;', '    return new;'),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/platform/approvals/approval-guards.test.ts'],
    bugs: [
      bug(
        'two decisions of one moment do not wait for each other',
        'where kind = new.kind and reference = new.reference for no key update;',
        'where kind = new.kind and reference = new.reference;',
      ),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/platform/approvals/approving-operators.test.ts'],
    bugs: [
      bug(
        'an approver whose day is over is shown as one whose approval counts',
        `(d.at > of_moment - interval '1 day' and may_decide(o.role, of_kind) and o.ended_at is null)
        or`,
        `(may_decide(o.role, of_kind) and o.ended_at is null)
        or`,
      ),
      bug(
        'of what is complete the approver whose role has ended is not shown any more',
        `        or exists (select from approval_decision as c where c.kind = of_kind and c.reference = of_reference and c.completes)
`,
        `        or false
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: ['server/features/support/seen-answers.test.ts'],
    bugs: [
      bug(
        'a message whose pin is another one counts as the same',
        `(kept.text, kept.image_id, kept.pin_kind, kept.pin_id)
      is distinct from (of_text, of_image, of_pin_kind, of_pin_id)`,
        `(kept.text, kept.image_id)
      is distinct from (of_text, of_image)`,
      ),
      bug(
        'each answer of another operator takes the chat over',
        'assigned_to = coalesce(chat.assigned_to, by_operator)',
        'assigned_to = coalesce(by_operator, chat.assigned_to)',
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: ['server/features/support/support.test.ts'],
    bugs: [
      bug(
        'a repeated first message counts as one of many',
        'and m.conversation = kept.conversation and m.position <> kept.position);',
        'and m.position <> kept.position);',
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a conversation that is open says since when its last message waited',
        'check (waited_since is null or closed_at is not null)',
        'check (true)',
      ),
    ],
  },
  {
    file: 'server/migrations/0114-deposits-in-review.sql',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'with the mark of an operator a transfer comes in',
        `or old.transfer is not null or new.transfer is not null
`,
        `or old.transfer is not null
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0125-rates-and-bands.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'the weight bands can be of three levels',
        `item = 'levels' and coalesce(jsonb_array_length(details) = 4, false)`,
        `item = 'levels' and coalesce(jsonb_array_length(details) <= 4, false)`,
      ),
    ],
  },
  {
    file: 'server/migrations/0141-places-and-candles-as-they-came.sql',
    tests: ['server/market/exchange/exchange-source.test.ts'],
    bugs: [
      bug(
        'a candle of the minute under way is refused for a minute more',
        `(open_time_ms + 60000) / 1000.0) > clock_timestamp() + interval '10 seconds'`,
        '(open_time_ms + 60000) / 1000.0) > clock_timestamp()',
      ),
    ],
  },
  {
    file: 'server/migrations/0142-rows-by-acts.sql',
    tests: ['server/rewards/points-guards.test.ts'],
    bugs: [
      bug(
        'a deposit is credited with the announced amount where another came in',
        'coalesce(of_deposit.arrived, of_deposit.amount)',
        'coalesce(of_deposit.amount, of_deposit.arrived)',
      ),
    ],
  },
  {
    file: 'server/migrations/0142-rows-by-acts.sql',
    tests: ['server/features/operators/rows-by-acts.test.ts'],
    bugs: [
      bug(
        'an owner whose role has ended keeps a first owner out',
        `where o.role = 'owner' and o.ended_at is null and o.name <> new.name`,
        `where o.role = 'owner' and o.name <> new.name`,
      ),
    ],
  },
  {
    file: 'server/migrations/0142-rows-by-acts.sql',
    tests: ['server/features/books/unfounded.test.ts'],
    bugs: [
      bug(
        'a deposit of which less came in is credited with what was announced',
        'p.amount = coalesce(of_deposit.arrived, of_deposit.amount) and',
        'p.amount = of_deposit.amount and',
      ),
    ],
  },
]);
