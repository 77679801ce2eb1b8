import { bug, mutantsOf } from '../mutant.ts';

const tests = (...names: string[]): string[] => names.map((name) => `server/features/rounds/${name}.test.ts`);

/** What a round is verified by: seeds, beacons, transcripts. */
export const roundProofs = mutantsOf('rounds', [
  {
    file: 'server/features/rounds/get-day-transcript.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'the key of a day is revealed while its last round is not paid',
        'oldestUnpaid > last',
        'oldestUnpaid >= last',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-day-transcript.ts',
    tests: tests('fairness-cost'),
    bugs: [
      bug('the key of a day is revealed while a round of it is not paid', 'oldestUnpaid > last', 'oldestUnpaid > 0'),
    ],
  },
  {
    file: 'server/features/rounds/end-round.ts',
    tests: tests('rounds', 'round-beacons', 'fast-clock'),
    bugs: [
      bug('a round without its beacon never ends', 'if (!known && needsBeacon)', 'if (!known)'),
      bug('a beacon that fails stops all rounds', '      return null;\n    });', '      throw error;\n    });'),
      bug('a void round hides what it would have been', '${known && JSON', '${needsBeacon && known && JSON'),
    ],
  },
  {
    file: 'server/gateways/beacon/market-beacon.ts',
    tests: ['server/gateways/beacon/market-beacon.test.ts'],
    bugs: [
      bug('the coins of a round can be chosen when the candles are known', 'beaconCoins ?? symbols', 'symbols'),
      bug('a recording of 5-minute candles has no beacon', 'live : symbols, candleMinutes)', 'live : symbols)'),
    ],
  },
  {
    file: 'server/features/rounds/order-tree.ts',
    tests: tests('round-races', 'rounds'),
    bugs: [
      bug('the orders of a part are counted once', 'count: count + 1, stake', 'count: Math.max(1, count), stake'),
      bug(
        'the way of an order in a later part begins at the first',
        'const place = position >> partDepth;',
        'const place = 0;',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-transcript.ts',
    tests: [...tests('rounds', 'round-beacons', 'round-races'), 'server/test/rounds-over-http.test.ts'],
    bugs: [
      bug(
        'a transcript is published before all orders are paid',
        'if (!end || !payments) return null;',
        'if (!end) return null;',
      ),
      bug('a void round has a result', 'result: isVoid ? null : published', 'result: published'),
    ],
  },
  {
    file: 'server/gateways/beacon/drand-beacon.ts',
    tests: ['server/gateways/beacon/drand-beacon.test.ts', ...tests('round-beacons')],
    bugs: [
      bug('a silent server is waited for alone', 'await Promise.race([asked, waited])', 'await asked'),
      bug(
        'a server is given up as soon as the next one is asked',
        'eitherFound(asked, firstFound(others, ask, waitMs, signal))',
        'eitherFound(firstFound(others, ask, waitMs, signal))',
      ),
      bug('any signature is believed', 'if (!isDrandSigned(round, signature))', 'if (signature === "")'),
    ],
  },
  {
    file: 'server/migrations/0091-seed-chains.sql',
    tests: tests('seed-chains'),
    bugs: [
      bug('a chain is published too late for a week’s notice', 'then 7 else 2 end', 'then 6 else 2 end'),
      bug('a chain begins on the day after it is published', 'then 7 else 2 end', 'then 7 else 1 end'),
      bug(
        'a chain without keys is waited out for a week',
        'new.first_day < before.first_day + before.days then',
        'new.first_day <= before.first_day + before.days then',
      ),
      bug(
        'the last key of a chain is passed over without notice',
        'new.first_day < before.first_day + before.days then',
        'new.first_day + 1 < before.first_day + before.days then',
      ),
    ],
  },
  {
    file: 'server/features/rounds/seed-chains.ts',
    tests: tests('seed-chains'),
    bugs: [
      bug('the next chain is published a day late', 'today >= usedUntil -', 'today > usedUntil -'),
      bug(
        'the chain after a long downtime begins before its notice',
        'Math.max(usedUntil, today + noticeDays)',
        'Math.min(usedUntil, today + noticeDays)',
      ),
    ],
  },
]);
