import { bug, mutantsOf } from '../mutant.ts';

const limitTests = [
  'server/features/limits/limits.test.ts',
  'server/test/loss-limits.test.ts',
  'server/test/loss-periods.test.ts',
  'server/test/round-limits.test.ts',
];

/** Limits that members set themselves, and self-exclusion. */
export const limits = mutantsOf('limits', [
  {
    file: 'server/features/limits/keep-loss-limit.ts',
    tests: ['server/features/limits/limits.test.ts'],
    bugs: [
      bug('a limit that is kept takes the zone of now', 'timeZone: before.timeZone }', 'timeZone: owner.timeZone }'),
    ],
  },
  {
    file: 'server/features/limits/change-exclusion.ts',
    tests: limitTests,
    bugs: [
      bug(
        'an exclusion is not recorded',
        '    await acts.record(transaction, memberId, act, exclusionText(exclusion));\n',
        '',
      ),
      bug('other pages hear nothing of an exclusion', '  await acts.announce(memberId, act);\n', ''),
    ],
  },
  {
    file: 'server/features/limits/change-loss-limit.ts',
    tests: limitTests,
    bugs: [
      bug(
        'a limit that was never set is lifted',
        "    if (wanted === null && amount === null) throw new Refusal('limitUnset');\n",
        '',
      ),
      bug('a looser limit has begun before the database says so', 'limitAt(before, at)', 'limitAt(before, now)'),
      bug(
        'a tighter limit takes the zone of now',
        'const isLooser = before.next !== null && before.next.at <= at;',
        'const isLooser = true;',
      ),
      bug(
        'a looser limit in force keeps the zone of old',
        'const isLooser = before.next !== null && before.next.at <= at;',
        'const isLooser = false;',
      ),
      bug(
        'a stricter limit begins the new day of another zone',
        '(isLooser && !(await beginsLater(transaction, { period, at: clock.now(), timeZone, than: before.timeZone })))',
        'isLooser',
      ),
      bug(
        'a first limit has no zone of the profile',
        'isNew ? timeZone : before.timeZone',
        'isNew ? before.timeZone : timeZone',
      ),
      bug(
        'a tightened limit is noted as loosened',
        "after.next === null ? 'lossLimitSet' : 'lossLimitLoosened'",
        "after.next !== null ? 'lossLimitSet' : 'lossLimitLoosened'",
      ),
      bug('the act of a limit does not say how much', 'name, limitText(period, after)', "name, ''"),
      bug('other pages hear nothing of a limit', '  await acts.announce(memberId, act);\n', ''),
    ],
  },
  {
    file: 'server/features/limits/keep-loss-limit.ts',
    tests: limitTests,
    bugs: [
      bug('a change is cancelled that there is none of', ' || limitAt(before, at).next === null', ''),
      bug(
        'keeping a limit is not recorded',
        "    await acts.record(transaction, memberId, 'lossLimitKept', limitText(period, kept));\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/limits/get-limits.ts',
    tests: limitTests,
    bugs: [
      bug(
        'an exclusion that is over is still shown',
        'excludedUntil(exclusion, now) === null ? null : exclusion',
        'exclusion',
      ),
      bug('a limit shows the use of another period', 'one.period === period', 'one.period !== period'),
      bug('what is left of a limit is the limit', 'left: roomLeft(count)', 'left: count.limit'),
      bug(
        'a pending change is shown in force',
        'amount, next } = limitAt((await readLossLimit(tables, memberId, period)) ?? noLossLimit, now)',
        'amount, next } = limitAt((await readLossLimit(tables, memberId, period)) ?? noLossLimit, now + 2e9)',
      ),
    ],
  },
  {
    file: 'server/features/limits/limit-store.ts',
    tests: limitTests,
    bugs: [
      bug(
        'a change of a limit does not wait for what is being placed',
        '    await lockAvailable(transaction, memberId);\n',
        '',
      ),
      bug('a limit of another period is read', ' and period = ${period}`', '`'),
      bug(
        'another member’s limit is read',
        'where member_id = ${memberId} and period',
        'where ${memberId}::bigint > 0 and period',
      ),
      bug(
        'another member’s exclusion is read',
        'from member_guard join self_exclusion using (member_id)\n    where member_id = ${memberId}`',
        'from member_guard join self_exclusion using (member_id)\n    where ${memberId}::bigint > 0`',
      ),
      bug('a lifted limit loses its moment', '${next && new Date(next.at)}', '${next && new Date(now)}'),
      bug('an exclusion that is lifted loses its moment', '${liftsAt && new Date(liftsAt)}', 'null'),
      bug(
        'a frozen member who never set a limit is free',
        'where f.member_id is not null or g.member_id is not null',
        'where g.member_id is not null',
      ),
    ],
  },
  {
    file: 'server/features/limits/loss-guard.ts',
    tests: limitTests,
    bugs: [
      bug(
        'a member who had a limit once is looked at for ever',
        '      if (!status || isFree(status)) turns.delete(memberId);\n',
        '      void isFree;\n',
      ),
      bug('a member with a limit is forgotten after each stake', 'if (!status || isFree(status)) turns', 'turns'),
      bug('a stake that uses up the limit is refused', 'roomLeft(tightest) >= atRisk', 'roomLeft(tightest) > atRisk'),
      bug(
        'the looser of two limits speaks',
        'Number(roomLeft(one) - roomLeft(other))',
        'Number(roomLeft(other) - roomLeft(one))',
      ),
      bug(
        'the daily limit is told as the weekly one',
        "tightest.period === 'day' ? 'dailyLossLimit' : 'weeklyLossLimit'",
        "tightest.period === 'day' ? 'weeklyLossLimit' : 'dailyLossLimit'",
      ),
      bug('a refusal names what is left as the limit', 'limit: tightest.limit,', 'limit: roomLeft(tightest),'),
      bug(
        'an exclusion is told in no zone',
        '{ until: { at: excludedUntil, timeZone } }',
        '{ until: { at: excludedUntil } }',
      ),
      bug('the guard asks for a limit by the wall clock of the process', 'if (status) requireNotExcluded(status);', ''),
      bug(
        'a member’s stakes after a refusal are checked at once',
        'then(work, work)',
        'then(() => undefined, () => undefined).then(() => undefined, () => undefined) && work()',
      ),
    ],
  },
  {
    file: 'server/migrations/0013-limits.sql',
    tests: ['server/test/loss-periods.test.ts'],
    bugs: [
      bug(
        'a move to another time zone begins the period anew',
        'least(start_of_period(l.period, at, l.time_zone), start_of_period(l.period, at, m.time_zone)) as since',
        'start_of_period(l.period, at, m.time_zone) as since',
      ),
      bug('a loss at the first moment of a period does not count', 'lost_at >= since', 'lost_at > since'),
    ],
  },
]);

const checkInTests = ['core/check-in/week.test.ts', 'server/features/check-in/check-in.test.ts'];

/** The daily check-in. */
export const checkIn = mutantsOf('check-in', [
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/check-in/check-in.test.ts'],
    bugs: [
      bug(
        'the database takes a second check-in after a change of zone',
        'and (c.day > new.day or c.ends_at > new.checked_in_at)',
        'and c.day > new.day',
      ),
      bug('six days are a first week', 'limit 7) as days) = 7\n', 'limit 7) as days) >= 6\n'),
    ],
  },
  {
    file: 'core/check-in/week.ts',
    tests: checkInTests,
    bugs: [
      bug('a week begins on Sunday', '+ 3) % 7', '+ 4) % 7'),
      bug('a day ends a millisecond late', 'latest.endsAt <= now', 'latest.endsAt < now'),
      bug('the date of the latest check-in counts again', 'latest.day < day', 'latest.day <= day'),
      bug('a change of zone gives a second check-in', ' && latest.endsAt <= now', ''),
      bug('Sunday earns forty points', '7: 50', '7: 40'),
      bug(
        'the week goes on from the day',
        'const monday = utcMidnight(day) - (weekdayOf(day) - 1) * dayMs;',
        'const monday = utcMidnight(day);',
      ),
    ],
  },
  {
    file: 'server/features/check-in/check-in-store.ts',
    tests: checkInTests,
    bugs: [
      bug(
        'the milestone comes a day early',
        'values: [memberId, firstWeekDays - 1]',
        'values: [memberId, firstWeekDays - 2]',
      ),
      bug(
        'the milestone is reached with every check-in',
        "\n          and not exists (select from milestone where member_id = member.id and kind = 'firstWeek')",
        '',
      ),
      bug('the first check-in is taken for the latest', 'order by day desc limit 1', 'order by day limit 1'),
      bug(
        'days of other members are checked in on',
        'where member_id = $1 and day = any',
        'where $1::bigint > 0 and day = any',
      ),
      bug(
        'a check-in before midnight is written after it',
        'where given.transfer_at >= given.starts_at and given.transfer_at < given.ends_at\n      and not',
        'where not',
      ),
      bug('a check-in in a zone that was left is written', ' and member.time_zone = given.zone', ''),
      bug(
        'two phones are checked in at once',
        '(earlier.day >= given.day::date or earlier.ends_at',
        '(earlier.ends_at',
      ),
      bug(
        'points of a check-in are charity points',
        "memberAccount(memberId, 'assistance')",
        "memberAccount(memberId, 'promotion')",
      ),
      bug('a check-in earns no weight', "      earn('checkedIn', memberId, day),\n", ''),
      bug(
        'the end of a day is its start',
        'given.transfer_at, given.ends_at\n',
        'given.transfer_at, given.starts_at\n',
      ),
    ],
  },
  {
    file: 'server/features/check-in/check-in.ts',
    tests: checkInTests,
    bugs: [
      bug('a day is that of the server', 'memberDay(now, timeZone)', "memberDay(now, 'UTC')"),
      bug(
        'a second phone’s check-in is told as one',
        "if (status !== 'committed') throw new Refusal('alreadyCheckedIn');",
        '',
      ),
      bug('midnight between reading and writing is an error', '}, isRowsRefused);', '}, () => false);'),
    ],
  },
  {
    file: 'server/features/check-in/get-week.ts',
    tests: checkInTests,
    bugs: [
      bug('today is by UTC', 'memberDay(clock.now(), timeZone)', "memberDay(clock.now(), 'UTC')"),
      bug('the week shows tomorrow as today', 'isToday: day === today', 'isToday: day > today'),
    ],
  },
]);
