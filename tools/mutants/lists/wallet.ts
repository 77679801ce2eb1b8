import { bug, mutantsOf } from '../mutant.ts';

const walletTests = ['records', 'movements', 'movement-filters'].map(
  (name) => `server/features/wallet/${name}.test.ts`,
);

/** Balances, records and movements of a member. */
export const wallet = mutantsOf('wallet', [
  {
    file: 'contract/fields.ts',
    tests: ['contract/wallet.test.ts'],
    bugs: [
      bug('an amount that cannot be read is shown as 0', 'if (units === null) issues', 'if (units !== units) issues'),
    ],
  },
  {
    file: 'server/ledger/statement.ts',
    tests: ['server/features/wallet/records.test.ts'],
    bugs: [
      bug(
        'the postings of other members are shown with a transfer',
        'p.member_id = any ($3::bigint[])',
        '(p.member_id = any ($3::bigint[]) or true)',
      ),
      bug(
        'a transfer is shown as recorded by the product clock',
        'recordedAt: first.recorded_at.getTime()',
        'recordedAt: first.at.getTime()',
      ),
    ],
  },
  {
    file: 'server/ledger/record-filter.ts',
    tests: walletTests,
    bugs: [bug('a span and a first day begin with the earlier of both', 'Math.max(...since)', 'Math.min(...since)')],
  },
  {
    file: 'server/features/wallet/export-account-records.ts',
    tests: walletTests,
    bugs: [
      bug('the head of the file stands in each part', 'if (filter.before === null) lines', 'lines'),
      bug('the next part repeats a line', 'nextOf(part.edge, bounds)', 'nextOf(part.rows.at(-2) ?? part.edge, bounds)'),
      bug('the next part has days of its own', '{ ...request, before })), bounds }', '{ ...request, before })) }'),
      bug(
        'the file swaps change and balance',
        'decimal(change), decimal(balance)',
        'decimal(balance), decimal(change)',
      ),
      bug('lines of the file end as on Unix', '`${line}\\r\\n`', '`${line}\\n`'),
    ],
  },
  {
    file: 'server/features/wallet/get-account-record.ts',
    tests: walletTests,
    bugs: [
      bug(
        'an unknown record is an internal error',
        "if (!found) throw new Refusal('recordUnknown');",
        "if (!found) throw new Error('recordUnknown');",
      ),
    ],
  },
  {
    file: 'server/features/wallet/get-purse.ts',
    tests: walletTests,
    bugs: [bug('points are shown as USDT', 'asset: memberAccounts[account].asset', "asset: 'USDT'")],
  },
  {
    file: 'server/features/wallet/get-wallet.ts',
    tests: walletTests.concat('server/features/profile/get-member.test.ts', 'server/test/profile.test.ts'),
    bugs: [
      bug(
        'the wallet’s balance leaves out what is locked',
        'sums.available + sums.locked as authorization',
        'sums.available as authorization',
      ),
      bug(
        'the wallet shows what is locked as available',
        'sums.locked, sums.available,',
        'sums.locked, sums.locked as available,',
      ),
      bug(
        'income of today is that of always',
        ' and settled_at >= $2::timestamptz)',
        ' and $2::timestamptz is not null)',
      ),
      bug(
        'income of today is by UTC',
        'startOfDay(memberDay(clock.now(), timeZone), timeZone)',
        "startOfDay(memberDay(clock.now(), timeZone), 'UTC')",
      ),
      bug('income of others counts as one’s own', 'where member_id = $1 and settled_at', 'where settled_at'),
      bug(
        'a card is shown where a password is set',
        'select has_bank_card from',
        'select has_withdrawal_password from',
      ),
    ],
  },
  {
    file: 'server/features/wallet/list-account-records.ts',
    tests: walletTests,
    bugs: [
      bug(
        'a page begins at another member’s record',
        'if (place !== null && !(await hasRecord(pool, memberId, place))) throw',
        'if (false) throw',
      ),
      bug(
        'a number beyond the database’s is an internal error',
        "  if (transferId > largestId) throw new Refusal('recordUnknown');\n",
        '',
      ),
      bug('the side of a record is lost', 'side: Number(side)', 'side: 0'),
    ],
  },
  {
    file: 'server/features/wallet/list-member-records.ts',
    tests: ['server/test/operators-and-members.test.ts'],
    bugs: [
      bug(
        'nobody learns that an operator read the records',
        '  await database.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));\n',
        '',
      ),
      bug(
        'an operator’s next page is the first one again',
        '{ memberId, timeZone }, { before }',
        '{ memberId, timeZone }, {}',
      ),
    ],
  },
  {
    file: 'server/features/wallet/list-movements.ts',
    tests: walletTests,
    bugs: [
      bug(
        'movements are those of another day’s zone',
        'const reader = { memberId, timeZone, now: clock.now() };',
        "const reader = { memberId, timeZone: timeZone && 'UTC', now: clock.now() };",
      ),
      bug('a movement is of another member’s plan', 'where plan.member_id = $1 and', 'where $1::bigint > 0 and'),
      bug(
        'a movement says nothing of its plan',
        'plans.get(movement.reference) ?? null',
        'plans.get(movement.id) ?? null',
      ),
      bug('each page of movements is the first', 'before: cursor }', 'before: cursor && null }'),
    ],
  },
  {
    file: 'server/features/weight/list-weight-entries.ts',
    tests: ['server/features/weight/list-weight-entries.test.ts'],
    bugs: [
      bug(
        'a page of the weight begins with the last one again',
        '(earned_at, kind, reference) < (select',
        '(earned_at, kind, reference) <= (select',
      ),
      bug(
        'the score of an entry is that of all',
        'rows between unbounded preceding and 1 preceding',
        'rows between unbounded preceding and unbounded following',
      ),
      bug(
        'entries of the same moment share a score',
        'page.kind desc, page.reference desc rows between',
        'page.kind desc groups between',
      ),
      bug(
        'a page begins at an entry of another member',
        "if (!rows[0]?.is_known) throw new Refusal('weightEntryUnknown');",
        "if (!rows[0]) throw new Refusal('weightEntryUnknown');",
      ),
      bug(
        'the oldest entry of the weight comes first',
        'left join page on true\n  order by page.earned_at desc, page.kind desc, page.reference desc',
        'left join page on true\n  order by page.earned_at, page.kind, page.reference',
      ),
      bug(
        'weight of everybody adds up',
        '(select weight from member_weight where member_id = $1)',
        '(select sum(weight) from member_weight)',
      ),
    ],
  },
]);
