import { bug, mutantsOf } from '../mutant.ts';

/** Rounds, draws, and what makes their results verifiable. */
export const coreFairness = mutantsOf('core', [
  {
    file: 'core/fairness/beacon.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [
      bug(
        'a drand beacon can be known from the result on alone',
        'Math.min(publishedAt(plan.round), resultAt)',
        'Math.max(publishedAt(plan.round), resultAt)',
      ),
    ],
  },
  {
    file: 'core/fairness/verify-payments.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [
      bug(
        'a payment may be off by a unit for each order',
        'most - value < BigInt(count)',
        'most - value <= BigInt(count)',
      ),
    ],
  },
  {
    file: 'core/proofs/root-pages.ts',
    tests: ['core/proofs/root-pages.test.ts'],
    bugs: [bug('a page of roots may begin with the last one again', 'number <= after)', 'number < after)')],
  },
  {
    file: 'core/fairness/rejection.ts',
    tests: [
      'core/fairness/rejection.test.ts',
      'core/fairness/result.test.ts',
      'core/draws',
      'tools/verify/transcripts.test.ts',
    ],
    bugs: [
      bug(
        'digits begin anew with another block',
        '      if (digits.length === count) return digits;\n    }',
        '      if (digits.length === count) return digits;\n    }\n    digits.length = 0;',
      ),
      bug('no byte is rejected', 'const digitBytesBelow = 250;', 'const digitBytesBelow = 256;'),
      bug('the last number below the limit is rejected', 'if (word < limit)', 'if (word < limit - 1)'),
      bug('no number is rejected', 'if (word < limit)', 'if (word < wordCount)'),
      bug('numbers overlap by two bytes', 'at += wordBytes) {\n      const', 'at += 2) {\n      const'),
    ],
  },
  {
    file: 'core/fairness/result.ts',
    tests: ['core/fairness/result.test.ts'],
    bugs: [
      bug('the round is not part of the message', 'setBigEndian(message, 0, round);', ''),
      bug('the beacon is not part of the message', 'message.set(beacon, numberBytes);', ''),
    ],
  },
  {
    file: 'core/proofs/seed-chain.ts',
    tests: ['core/proofs/seed-chain.test.ts'],
    bugs: [bug('a chain is used from its other end', 'return keys.reverse();', 'return keys;')],
  },
  {
    file: 'core/fairness/day-seeds.ts',
    tests: ['core/fairness/result.test.ts'],
    bugs: [
      bug(
        'the last seed of a day is its key',
        "chainOf(seedFor(key, 'clearlot rounds'), roundsPerDay)",
        'chainOf(key, roundsPerDay)',
      ),
    ],
  },
  {
    file: 'core/fairness/quicknet.ts',
    tests: ['core/fairness/result.test.ts', 'tools/verify/transcripts.test.ts'],
    bugs: [
      bug('a drand round that is out at closing is taken', '/ quicknet.periodMs) + 2)', '/ quicknet.periodMs) + 1)'),
    ],
  },
  {
    file: 'core/fairness/orders.ts',
    tests: ['core/fairness/orders.test.ts', 'tools/verify/transcripts.test.ts'],
    bugs: [
      bug(
        'the root without orders is that of nothing',
        'const emptyNode = sha256(Uint8Array.of(2));',
        'const emptyNode = sha256(Uint8Array.of());',
      ),
      bug(
        'a leaf has no salt',
        'concatBytes(leafMark, hexToBytes(salt), utf8ToBytes(text))',
        'concatBytes(leafMark, utf8ToBytes(text))',
      ),
      bug(
        'a leaf and a node are hashed alike',
        'const nodeMark = Uint8Array.of(1);',
        'const nodeMark = Uint8Array.of(0);',
      ),
      bug('empty nodes may stand anywhere', 'isEmpty(node) !== beyond[height]', 'isEmpty(node) && !beyond[height]'),
    ],
  },
  {
    file: 'core/fairness/verify-round.ts',
    tests: ['core/fairness/verify-round.test.ts', 'tools/verify/impossible-candles.test.ts'],
    bugs: [
      bug(
        'a beacon may be a candle that no market makes',
        'isPossibleCandle(candle) ? possible : candleText(candle)',
        'possible',
      ),
      bug(
        'the digest of the closing is not compared',
        "compare('digest', transcript.digest, closingDigest(closing));",
        '',
      ),
      bug('the seed is not compared with the tip', "compare('seed', closing.tip, tip);", ''),
      bug(
        'another drand round than the first is accepted',
        '`${plan.chain} ${plan.round}`, only.kind',
        "`${plan.chain} ${plan.round}`, only.kind !== 'drand' || plan.round ? `${plan.chain} ${plan.round}` : only.kind",
      ),
      bug(
        'signatures are not checked',
        'const isGenuine = isSigned(plan.round, beacon.signature);',
        'const isGenuine = true || isSigned(plan.round, beacon.signature);',
      ),
      bug(
        'a later minute is accepted',
        'candle.openTime, beaconOpenTime(plan, timesOf(round).closesAt));',
        'candle.openTime >= beaconOpenTime(plan, timesOf(round).closesAt), true);',
      ),
      bug(
        'a paid round needs no beacon',
        "if (status === 'paid' && !beacon)",
        "if (status === 'void' && !beacon && closing.root === '')",
      ),
      bug(
        'the winners are not compared',
        "compare(`${field}.winners`, claimed.winners.join(' '), winnersOf(due.digits).join(' '));",
        '',
      ),
    ],
  },
  {
    file: 'core/fairness/verify-payments.ts',
    tests: ['core/fairness/verify-round.test.ts', 'tools/verify/transcripts.test.ts'],
    bugs: [
      bug('the root is not compared', "compare('closing.root', closing.root, root);", ''),
      bug('the charity is not compared', 'compare(`payments.${category}.charity`, claimed.charity, due.charity);', ''),
      bug('any payment is possible without the list', 'value <= most && most - value < BigInt(count)', 'value <= most'),
    ],
  },
  {
    file: 'core/fairness/order-sums.ts',
    tests: ['core/fairness/verify-round.test.ts', 'tools/verify/transcripts.test.ts'],
    bugs: [bug('orders ascend as texts', 'order.id <= newest)', 'String(order.id) <= String(newest))')],
  },
  {
    file: 'core/fairness/verify-day.ts',
    tests: ['core/fairness/verify-day.test.ts'],
    bugs: [
      bug(
        'the key is not compared with the commitment',
        "if (isSound) compare('key', commitment, tipFrom(hexToBytes(key), place));",
        '',
      ),
      bug(
        'a round may be left out',
        '`rounds[${place}].closing.round`, number, before + 1)',
        '`rounds[${place}].closing.round`, number > before, true)',
      ),
    ],
  },
  {
    file: 'core/rounds/payout.ts',
    tests: ['core/rounds'],
    bugs: [
      bug('the charity comes on top of the winning amount', 'paid: subtract(winning, charity)', 'paid: winning'),
      bug('a void round pays', 'if (digits === null) return noUsdt;', 'if (digits === null) return stake;'),
    ],
  },
  {
    file: 'core/rounds/follow.ts',
    tests: ['core/rounds'],
    bugs: [
      bug(
        'a follow may lose one stake more than its limit',
        'subtract(income, stake) < negate(lossLimit)',
        'income < negate(lossLimit)',
      ),
      bug('a void round counts as a win', 'roundIncome > 0n', 'roundIncome >= 0n'),
      bug('one round more than was reserved', 'if (done >= terms.rounds)', 'if (done > terms.rounds)'),
    ],
  },
  {
    file: 'core/draws/draw.ts',
    tests: ['core/draws'],
    bugs: [
      bug('the account is not part of a draw', 'utf8ToBytes(username.toLowerCase())', 'new Uint8Array()'),
      bug('the message of the account before is used', 'if (own !== owner) {', "if (owner === '') {"),
    ],
  },
  {
    file: 'core/fairness/verify-round.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [
      bug(
        'a round on another chain of drand passes the check of its plan',
        '`${only.chain} ${only.round}`',
        '`${plan.chain} ${only.round}`',
      ),
    ],
  },
]);
