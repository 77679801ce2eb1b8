import { bug, mutantsOf } from '../mutant.ts';

const collectingTests = ['server/features/tasks/tasks.test.ts', 'server/features/tasks/collect-races.test.ts'];
const recordedTests = ['server/features/tasks/recorded-acts.test.ts'];

/** Acts, daily tasks, the red envelope. */
export const tasks = mutantsOf('tasks', [
  {
    file: 'core/rewards/tasks.ts',
    tests: ['core/rewards/tasks.test.ts'],
    bugs: [
      bug('a task of a day can be collected again', 'latest.day >= day', 'latest.day > day'),
      bug('an act of a day that was collected in another zone counts again', 'latest?.endsAt ?? startsAt', 'startsAt'),
      bug('an act of the next day’s first moment counts for the day before', 'act.at < endsAt', 'act.at <= endsAt'),
      bug(
        'the red envelope gives one entry too many',
        '{ length: redEnvelope.entriesMax }',
        '{ length: redEnvelope.entriesMax + 1 }',
      ),
      bug(
        'an entry of the red envelope that was left out is never given',
        'filter((reference) => !taken.includes(reference))',
        'slice(taken.length)',
      ),
      bug('a day gives more than the specification’s sum', 'donated: 150,', 'donated: 151,'),
    ],
  },
  {
    file: 'core/rewards/result-hash.ts',
    tests: recordedTests,
    bugs: [
      bug('the income is no part of a verified result', 'end, String(income), ', 'end, '),
      bug('the digits are no part of a verified round', "hmac, digits.join(' '), following", 'hmac, following'),
      bug('a round is verified by what is published', ', following]', ']'),
      bug('a plan is verified by what its proof claims', ', runningAt(candle.low), runningAt(candle.high)]', ']'),
    ],
  },
  {
    file: 'server/features/tasks/task-store.ts',
    tests: collectingTests,
    bugs: [
      bug('days of another zone than the profile’s are collected', 'and member.time_zone = given.zone', ''),
      bug('a day can be collected for ever', 'given.transfer_at < given.closes_at', 'given.closes_at is not null'),
      bug(
        'a submission that is repeated is another one',
        'key: `task:${memberId}:${task}:${key}`',
        'key: `task:${memberId}:${task}:${key}:${entry}:${Math.random()}`',
      ),
      bug(
        'the day before cannot be collected',
        'const before = daySpan(dayAfter(day, -1), zone);',
        'const before = daySpan(day, zone);',
      ),
    ],
  },
  {
    file: 'server/features/tasks/collect-tasks.ts',
    tests: collectingTests,
    bugs: [
      bug('tasks collected together claim one entry of the envelope', 'free[place] ?? null', 'free[0] ?? null'),
      bug('what another call has collected is an error', ' && !(result.reason instanceof AttachedRowsRefused)', ''),
      bug(
        'what another call has collected is said to be collected by this one',
        "isNew: status === 'committed'",
        'isNew: true',
      ),
      bug(
        'a task of yesterday that cannot be collected blocks that of today',
        'const due = isLast ? today : [',
        'const due = [',
      ),
    ],
  },
  {
    file: 'server/features/tasks/finish-reading.ts',
    tests: recordedTests,
    bugs: [
      bug('a help text is read before its time', 'if (leftMs > 0)', 'if (leftMs > 1_000)'),
      bug('a help text that was opened long ago is read', '|| openMs > openMsMax', ''),
      bug(
        'one opening counts on two days',
        '`${opened.id}.${opened.day}`',
        '`${opened.id}.${Math.trunc(clock.now() / 60_000)}`',
      ),
    ],
  },
  {
    file: 'server/features/tasks/reading-signature.ts',
    tests: recordedTests,
    bugs: [bug('a text that another member opened is read', '`${memberId} ${opened}`', '`${memberId > 0n} ${opened}`')],
  },
  {
    file: 'server/features/tasks/report-verification.ts',
    tests: recordedTests,
    bugs: [bug('any result counts as verified', "if (known !== computed) throw new Refusal('resultDiffers');", '')],
  },
  {
    file: 'server/rewards/acts.ts',
    tests: ['server/rewards/acts.test.ts'],
    bugs: [
      bug(
        'an act is recorded each time',
        'on conflict do nothing returning member_id',
        'on conflict (member_id, kind, subject) do update set kind = excluded.kind returning member_id',
      ),
      bug(
        'a donation that was committed late is not found',
        'new Date(until),\n      leastPublicId(Math.max(0, Math.trunc(from) - commitMsMax))',
        'new Date(until),\n      leastPublicId(Math.trunc(from))',
      ),
      bug(
        'a plan that settled at the day’s end counts for the day',
        'settled_at >= $2 and settled_at < $3',
        'settled_at >= $2 and settled_at <= $3',
      ),
    ],
  },
]);
