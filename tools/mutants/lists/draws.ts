import { bug, mutantsOf } from '../mutant.ts';

const drawTests = [
  'server/features/draws/draws.test.ts',
  'server/features/draws/draw-days.test.ts',
  'server/features/draws/draw-exclusion.test.ts',
];
const drawRaces = [...drawTests, 'server/features/draws/draw-races.test.ts'];

/** The daily draw: entries, their one transfer, the reveal, and the check on the phone. */
export const draws = mutantsOf('draws', [
  {
    file: 'server/migrations/0023-draws.sql',
    tests: ['server/features/draws/draw-days.test.ts'],
    bugs: [
      bug(
        'the database draws again before the day of the first entry has ended in its zone',
        '(d.member_day >= new.member_day or d.ends_at > new.drawn_at)',
        'd.member_day >= new.member_day',
      ),
      bug(
        'an entry is drawn with a seed that is out',
        '    or exists (select from draw_reveal as r where r.day = new.day)\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/draws/draw-transfers.ts',
    tests: ['server/features/draws/draw-days.test.ts'],
    bugs: [
      bug(
        'a fund of just the largest prize closes the draw',
        '?? 0n) >= largestPrize(table)',
        '?? 0n) > largestPrize(table)',
      ),
    ],
  },
  {
    file: 'core/draws/entries.ts',
    tests: ['core/draws/entries.test.ts'],
    bugs: [
      bug('a change of zone earns a second entry', 'memberDay >= day || endsAt > now', 'memberDay === day'),
      bug('an act earns an entry on two days', ' && !used.has(one.subject)', ''),
      bug('an entry of one kind uses up the other kinds', 'drawn.filter((one) => one.kind === kind)', '[...drawn]'),
      bug('a date that was drawn for already earns again', 'memberDay >= day ||', 'memberDay > day ||'),
    ],
  },
  {
    file: 'server/features/draws/draw-transfers.ts',
    tests: drawTests,
    bugs: [
      bug(
        'a draw goes on while the fund cannot pay the largest prize',
        '      { account: prizesAccount, atLeast: largestPrize(table) },\n',
        '',
      ),
      bug(
        'the sponsor does not pay for an entry',
        'to: prizesAccount, amount: expectedValue(table) }',
        'to: prizesAccount, amount: largestPrize(table) }',
      ),
      bug('a winning entry is booked as a losing one', "prize ? 'prizeWon' : 'entryDrawn'", "'entryDrawn'"),
    ],
  },
  {
    file: 'server/features/draws/draw.ts',
    tests: drawTests,
    bugs: [
      bug('self-exclusion does not close the draw', 'if (excludedUntil !== null)', 'if (false)'),
      bug(
        'the entry that was asked for is not the one that is drawn',
        'if (entry !== null && entry !== next)',
        'if (false)',
      ),
      bug('an entry of yesterday’s page is drawn today', 'if (day !== null && day !== state.day)', 'if (false)'),
      bug('the same key of two members is one draw', '`draw:${memberId}:${requestKey}`', '`draw:${requestKey}`'),
      bug(
        'a repeated key draws the next entry',
        '`draw:${memberId}:${requestKey}`',
        '`draw:${memberId}:${Math.random()}`',
      ),
    ],
  },
  {
    file: 'server/features/draws/list-winners.ts',
    tests: drawTests,
    bugs: [bug('a winner’s name is shown whole', 'name: maskName(username)', 'name: username')],
  },
  {
    file: 'server/features/draws/change-client-seed.ts',
    tests: drawTests,
    bugs: [
      bug('an own seed is replaced by a page that has not seen it', 'where newest.seed is not distinct from $3', ''),
      bug(
        'a change of the own seed that another overtook is an internal error',
        "    if (failureOf(error) === 'refused') return { rowCount: 0 };\n",
        '    void failureOf;\n',
      ),
    ],
  },
  {
    file: 'server/features/draws/reveal-seeds.ts',
    tests: drawTests,
    bugs: [bug('the seed of the running day is revealed', 'where day < $1 and not', 'where day <= $1 and not')],
  },
  {
    file: 'server/features/draws/own-day.ts',
    tests: drawTests,
    bugs: [
      bug('entries of the last two dates are forgotten', 'const zonesApartDays = 2;', 'const zonesApartDays = 0;'),
      bug(
        'numbers of entries go on over midnight',
        'drawn.filter((one) => one.day === day).length + 1',
        'drawn.length + 1',
      ),
    ],
  },
  {
    file: 'server/features/draws/get-draw-transcript.ts',
    tests: drawTests,
    bugs: [bug('a day that is running is unknown', "'drawDayRunning' : 'dayUnknown'", "'dayUnknown' : 'dayUnknown'")],
  },
  {
    file: 'server/migrations/0023-draws.sql',
    tests: drawRaces,
    bugs: [
      bug('entries have gaps', 'new.entry <> 1 + (select count(*) from draw', 'new.entry < (select count(*) from draw'),
      bug(
        'an own seed of before is drawn with',
        'new.client_seed is distinct from\n',
        'new.client_seed is null and null is distinct from\n',
      ),
    ],
  },
  {
    file: 'server/migrations/0054-ledger-read-by-its-functions.sql',
    tests: drawRaces,
    bugs: [
      bug(
        'a seed is revealed before midnight',
        'new.revealed_at < to_timestamp',
        'new.revealed_at is null or null < to_timestamp',
      ),
      bug(
        'a reveal does not wait for draws in flight',
        "  perform ledger.lock_accounts(array[ledger.house_account('prizes')]);\n",
        '',
      ),
    ],
  },
  {
    file: 'core/draws/prizes.ts',
    tests: ['core/draws/prizes.test.ts'],
    bugs: [
      bug(
        'a table holds for the day that has begun',
        'effectiveFrom <= day * dayMs',
        'effectiveFrom <= (day + 1) * dayMs',
      ),
      bug('a larger prize may be likelier', ' && numbers > before.numbers', ''),
      bug('every number may win', 'winning < drawNumbers', 'winning <= drawNumbers'),
      bug('a smaller place may win more', 'amount < before.amount && ', ''),
      bug('a prize may be larger than the fund', ' && amount <= prizesFunding', ''),
      bug('a prize may have cents', ' && amount % wholeUsdt === 0n', ''),
      bug('a prize may have no number', ' && numbers > 0', ''),
      bug('a table may have fewer prizes', 'shares.length === prizeIds.length && ', ''),
      bug('the older of two tables of one moment holds', 'other.version - one.version', 'one.version - other.version'),
      bug('the last table to come is shown as the next', 'Math.min(...days)', 'Math.max(...days)'),
      bug('today’s table is shown as the next', '(from) => from > day', '(from) => from >= day'),
      bug('a claimed first version is taken as it is', 'if (claimed.version === prizeTable.version)', 'if (false)'),
      bug('a prize as large as the fund is refused', 'amount <= prizesFunding', 'amount < prizesFunding'),
      bug(
        'the table decided on last holds, whatever took effect after it',
        'other.effectiveFrom - one.effectiveFrom || ',
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0042-changed-prizes.sql',
    tests: ['server/test/changed-prizes.test.ts'],
    bugs: [
      bug(
        'an entry is drawn by another table than its day’s',
        'new.prize_version <> draw_prize_version(new.day)',
        'false',
      ),
      bug('a table holds for the day in which it is approved', 'ceil(extract(epoch', 'floor(extract(epoch'),
      bug('one operator changes the prizes', "'0.' || new.request_id, 2)", "'0.' || new.request_id, 1)"),
      bug(
        'the first of two tables of one moment holds',
        'order by effective_from desc, version desc limit 1',
        'order by effective_from desc, version limit 1',
      ),
      bug(
        'a table does not hold on its first day',
        'effective_from <= to_timestamp(of_day',
        'effective_from < to_timestamp(of_day',
      ),
    ],
  },
  {
    file: 'server/migrations/0042-changed-prizes.sql',
    tests: [
      'server/test/product-offers.test.ts',
      'server/test/product-changes.test.ts',
      'server/test/changed-prizes.test.ts',
    ],
    bugs: [
      bug('other changes take a version of the prizes', "  if asked.kind = 'prizes' then\n", '  if true then\n'),
      bug('a change of long ago is approved', "now() >= asked.asked_at + interval '1 day'", 'false'),
      bug('a change holds from the second of its approval', " + interval '1 minute');", ');'),
    ],
  },
  {
    file: 'server/features/draws/draw-store.ts',
    tests: ['server/test/changed-prizes.test.ts'],
    bugs: [bug('an entry wins by the table of the day before', 'seeds.prizesOf(day)', 'seeds.prizesOf(day - 1)')],
  },
  {
    file: 'server/features/draws/get-draw-transcript.ts',
    tests: ['server/test/changed-prizes.test.ts'],
    bugs: [bug('a day proves by the newest table', 'seeds.prizesOf(day)', 'seeds.prizesOf(day + 1)')],
  },
  {
    file: 'server/features/draws/list-prizes.ts',
    tests: ['server/test/changed-prizes.test.ts'],
    bugs: [
      bug('the table that follows is shown with today’s prizes', 'seeds.prizesOf(day)', 'seeds.prizesOf(today)'),
      bug(
        'the draw looks open while the fund is too small',
        'isOpen, published, next',
        'isOpen: true, published, next',
      ),
    ],
  },
  {
    file: 'server/migrations/0043-no-draw-twice.sql',
    tests: [...drawRaces, 'server/features/draws/draw-deletion.test.ts'],
    bugs: [
      bug(
        'who takes a deleted account’s name draws its entries again',
        'known.client_seed = new.client_seed and known.day = new.day',
        'false',
      ),
      bug('a deleted account’s own seed is refused on all days', ' and known.day = new.day', ''),
      bug(
        'one wrong seed closes the day for the taker of a name',
        'known.client_seed = new.client_seed and known.day',
        'known.day',
      ),
      bug(
        'a second entry with one own seed is refused',
        'join member_deletion as deleted on deleted.member_id = known.member_id',
        'join member as deleted on deleted.id = known.member_id',
      ),
    ],
  },
  {
    file: 'server/migrations/0039-changed-causes.sql',
    tests: ['server/test/changed-causes.test.ts'],
    bugs: [bug('a cause is shown before its moment', ' and c.effective_from <= at', '')],
  },
  {
    file: 'web/features/draws/check-draws.ts',
    tests: ['web/features/draws/check-draws.test.ts'],
    bugs: [
      bug(
        'another account’s transcript is taken',
        "    ['username', shown.username.toLowerCase(), username.toLowerCase()],\n",
        '',
      ),
      bug('an entry that was left out is not missed', '...(kept ? keptPairs(transcript, kept) : [])', ''),
      bug(
        'a commitment other than the kept one is taken',
        "    ['kept.commitment', kept.commitment, commitment],\n",
        '',
      ),
    ],
  },
]);
