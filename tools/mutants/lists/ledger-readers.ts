import { bug, mutantsOf } from '../mutant.ts';

const readers = ['server/ledger/ledger-reader.test.ts', 'server/features/wallet/records.test.ts'];

/** Who reads the books: balances, sums, statements. */
export const ledgerReaders = mutantsOf('ledger', [
  {
    file: 'server/ledger/ledger-reader.ts',
    tests: [...readers, 'server/test/killed-primary.test.ts'],
    bugs: [
      bug('a key is found by its beginning', 'where idempotency_key = $1`', "where idempotency_key like $1 || '%'`"),
      bug(
        'the sums of the members’ accounts include those of the house',
        'where a.member_id > 0 group by a.name',
        'where a.member_id <> 0 group by a.name',
      ),
      bug('the house is a member of its own', ' || memberId < 1n', ''),
      bug(
        'a receipt is given before the standby has it',
        '    if (rows[0]) await client.query(confirmReplicated.text);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/ledger/member-sums.ts',
    tests: readers.concat('server/features/proofs', 'server/features/profile/get-member.test.ts'),
    bugs: [
      bug(
        'what is owed to members leaves locked funds out',
        "totalOf([...available, ...locked], 'usdt')",
        "totalOf(available, 'usdt')",
      ),
      bug(
        'a member’s sums are everybody’s',
        'from ledger.balances where member_id = ${member}`',
        'from ledger.balances where member_id >= ${member}`',
      ),
    ],
  },
  {
    file: 'server/ledger/statement.ts',
    tests: readers,
    bugs: [
      bug(
        'a record of another member is shown by its number',
        'exists (select from ledger.postings as own where own.member_id = $2 and own.transfer_id = t.id)',
        '$2::bigint > 0',
      ),
      bug(
        'records of a page repeat the last one',
        '(p.transfer_id, p.place, side.side) < ($7, $8::smallint, $9::integer)',
        '(p.transfer_id, p.place, side.side) <= ($7, $8::smallint, $9::integer)',
      ),
      bug('the balance of a house account is shown', 'balance: isMember ? balance : null', 'balance'),
    ],
  },
  {
    file: 'server/ledger/record-filter.ts',
    tests: ['server/features/wallet'],
    bugs: [
      bug(
        'yesterday includes today',
        "range === 'yesterday' ? today : null",
        "range === 'yesterday' ? dayAfter(today) : null",
      ),
      bug(
        'today in the records is by UTC',
        'const today = memberDay(now, timeZone);',
        "const today = memberDay(now, 'UTC');",
      ),
      bug('a week has eight days', 'dayAfter(today, -6)', 'dayAfter(today, -7)'),
    ],
  },
]);
