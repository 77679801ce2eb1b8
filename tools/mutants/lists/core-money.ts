import { bug, mutantsOf } from '../mutant.ts';

/** Money, accounts, transfers and proofs: the rules of `core` that amounts follow. */
export const coreMoney = mutantsOf('core', [
  {
    file: 'core/money/amount.ts',
    tests: ['core/money'],
    bugs: [
      bug(
        'an amount of 13 whole digits is read',
        'export const integerDigitsMax = 12;',
        'export const integerDigitsMax = 13;',
      ),
      bug('a negative amount is read as a positive one', 'negative ? -minorUnits : minorUnits', 'minorUnits'),
      bug('a half is rounded toward zero', '? unit / 2n : 0n', '? (unit - 1n) / 2n : 0n'),
      bug(
        'income is rounded down in place of toward zero',
        'BigInt(Math.trunc(asDouble * ratio))',
        'BigInt(Math.floor(asDouble * ratio))',
      ),
      bug('an amount beyond exact doubles is scaled', '!Number.isSafeInteger(asDouble) || ', ''),
      bug('minus zero is printed', "value < 0n && /[1-9]/.test(digits) ? '-' : ''", "value < 0n ? '-' : ''"),
      bug('seven decimals are read', 'fraction.length > decimals || ', ''),
    ],
  },
  {
    file: 'core/financing/interest.ts',
    tests: ['core/financing'],
    bugs: [
      bug(
        'interest counts a day that is not over',
        'Math.floor((at - subscribedAt) / dayMs)',
        'Math.ceil((at - subscribedAt) / dayMs)',
      ),
      bug('days go on after maturity', 'Math.min(days, Math.max(0, ', 'Math.min(days + 1, Math.max(0, '),
      bug('the last day of a holding keeps only the early share', 'if (day === days) return', 'if (day > days) return'),
      bug(
        'the most that funds cover is one unit too much',
        '((funds + 1n) * millionth - 1n)',
        '((funds + 1n) * millionth)',
      ),
      bug('a day after the last has a payoff', 'day < 0 || day > days', 'day < 0'),
      bug(
        'interest of an early exit is rounded for the days and again for the share',
        'const kept = principal * BigInt(dailyRatePpm) * BigInt(day) * BigInt(earlyExitKeepsPercent);',
        'const kept = ((principal * BigInt(dailyRatePpm) * BigInt(day)) / millionth) * millionth * BigInt(earlyExitKeepsPercent);',
      ),
    ],
  },
  {
    file: 'core/ledger/accounts.ts',
    tests: ['core/ledger'],
    bugs: [
      bug('member 0 has accounts', 'if (memberId < 1n)', 'if (memberId < 0n)'),
      bug('all members share one shard', 'owner < 0n ? -1n - owner : owner % shards', 'owner < 0n ? -1n - owner : 0n'),
      bug('points count as locked USDT', "accounts[name]?.asset === 'USDT'", 'accounts[name] !== undefined'),
      bug(
        'the yield may be negative',
        "yield: { slot: 4, asset: 'USDT', mayBeNegative: false",
        "yield: { slot: 4, asset: 'USDT', mayBeNegative: true",
      ),
    ],
  },
  {
    file: 'core/ledger/batch.ts',
    tests: ['core/ledger'],
    bugs: [
      bug('a balance cannot be spent to its last unit', 'source >= amount ||', 'source > amount ||'),
      bug('a refused transfer leaves its first postings', '      undo(working, entries, start);\n', ''),
      bug(
        'a key used twice in one batch commits twice',
        'committed.get(key) ?? recorded.get(key)',
        'recorded.get(key)',
      ),
      bug(
        'a key with another input is answered as a replay',
        "if (earlier.inputHash !== inputHash) return { status: 'refused', reason: 'keyConflict' };",
        '',
      ),
      bug('a condition is not met by exactly its amount', 'balance < atLeast', 'balance <= atLeast'),
      bug(
        'transfers of one batch do not see each other',
        'this.changed.get(account) ?? this.#given.get(account)',
        'this.#given.get(account)',
      ),
      bug('locks are taken in descending order', '(left < right ? -1 : 1)', '(left < right ? 1 : -1)'),
      bug(
        'the account of a condition is not locked',
        'if (conditions) for (const { account } of conditions) accounts.add(account);',
        '',
      ),
      bug(
        'an account that was never opened breaks the batch where it may go below zero',
        'source !== undefined && (source',
        '((source ?? 0n)',
      ),
    ],
  },
  {
    file: 'core/ledger/transfer.ts',
    tests: ['core/ledger'],
    bugs: [
      bug('a posting of nothing is taken', 'amount <= 0n || amount > amountMax', 'amount < 0n || amount > amountMax'),
      bug('a posting from one member to another is taken', 'ownerOf(from) !== ownerOf(to)', 'false'),
      bug('a posting between assets is taken', 'describeAccount(from).asset !== describeAccount(to).asset', 'false'),
      bug('any number of conditions is taken', 'if (conditions.length > postingsMax) throw', 'if (false) throw'),
      bug('33 postings are taken', 'export const postingsMax = 32;', 'export const postingsMax = 33;'),
      bug(
        'a posting from the house to a member counts as the house’s',
        'ownerOf(from) : ownerOf(to)',
        'ownerOf(from) : ownerOf(from)',
      ),
      bug('a key may hold any character', '/^[\\x20-\\x7e]+$/', '/^[^]+$/'),
      bug('a key of the greatest length is refused', 'key.length > keyLengthMax', 'key.length >= keyLengthMax'),
      bug(
        'a reference of the greatest length is refused',
        'reference.length > referenceLengthMax',
        'reference.length >= referenceLengthMax',
      ),
      bug('a reference may have any length', 'reference.length > referenceLengthMax || ', ''),
      bug(
        'a transfer of the most postings is refused',
        'postings.length > postingsMax',
        'postings.length >= postingsMax',
      ),
    ],
  },
  {
    file: 'core/limits/exclusion.ts',
    tests: ['core/limits'],
    bugs: [
      bug(
        'a pause is over a millisecond early',
        'return until > now ? until : null;',
        'return until > now + 1 ? until : null;',
      ),
      bug('a shorter pause shortens a longer one', 'Math.max(before.endsAt, endsAt)', 'endsAt'),
      bug('a pause lifts at once', 'liftsAt: now + looseningMs', 'liftsAt: now'),
    ],
  },
  {
    file: 'core/limits/loss-limits.ts',
    tests: ['core/limits'],
    bugs: [
      bug(
        'a looser limit counts at once',
        'if (isLooser(wanted, amount)) return { amount, next:',
        'if (isLooser(wanted, amount)) return { amount: wanted, next:',
      ),
      bug('no limit is not looser than one', 'wanted === null || wanted > than', 'wanted !== null && wanted > than'),
      bug('a change takes effect a millisecond late', 'limit.next.at <= now', 'limit.next.at < now'),
      bug('what is at risk does not count', 'limit - lost - atRisk', 'limit - lost'),
    ],
  },
  {
    file: 'core/proofs/balance-tree.ts',
    tests: ['core/proofs'],
    bugs: [
      bug(
        'a node does not commit to the sums below',
        'left.hash, sumsToBytes(left), right.hash, sumsToBytes(right)',
        'left.hash, right.hash',
      ),
      bug('leaf and node have one mark', '1: { leafMark: 0, nodeMark: 1,', '1: { leafMark: 0, nodeMark: 0,'),
      bug('promotion points are left out of a node', ', sumToBytes(points.promotion));', ');'),
      bug(
        'assistance points of a proof are not compared',
        'one.points?.assistance === other.points?.assistance &&',
        '',
      ),
      bug('promotion points are not added up', 'add(one.promotion, other.promotion)', 'one.promotion'),
      bug(
        'the parts of a proof need not add up to its balance',
        "if (!areSame(partsTogether(parts), { sum: balance, points })) faults.push('parts');",
        '',
      ),
      bug(
        'a path may leave the tree out that it is in',
        "if (!parts.every(({ path }) => isCompleted(path, leafCount, version))) faults.push('path');",
        '',
      ),
      bug('the letter case of a name changes its leaf', 'username.toLowerCase()', 'username'),
    ],
  },
  {
    file: 'core/proofs/root-feed.ts',
    tests: ['core/proofs/root-feed.test.ts'],
    bugs: [
      bug('books of points need not balance', 'if (points !== noPoints) faults.push', 'if (false) faults.push'),
      bug(
        'points can leave the statements again',
        "if (version < least) differ('chain', `version ${version}`, `version ${least}`);",
        '',
      ),
      bug(
        'the house’s points are not signed',
        '...house.map(({ account, balance }) => `points ${account} ${balance}`),',
        '',
      ),
    ],
  },
  {
    file: 'core/withdrawals/rules.ts',
    tests: ['core/withdrawals'],
    bugs: [
      bug('the fee of a payout is rounded down', '(amount + 999n) / 1_000n', 'amount / 1_000n'),
      bug(
        'the limit of one operator is above the limit itself',
        'before.ofMember + amount > approvalAbove',
        'before.ofMember + amount >= approvalAbove',
      ),
      bug('a fee has no maximum', 'share > bankFeeMax ? bankFeeMax : share', 'share'),
    ],
  },
  {
    file: 'core/withdrawals/address.ts',
    tests: ['core/withdrawals'],
    bugs: [bug('an address without checksum is taken', ' && checksummed(text) === text', '')],
  },
  {
    file: 'core/withdrawals/names.ts',
    tests: ['core/withdrawals'],
    bugs: [
      bug('names differ by their spaces', "letters.replace(blanks, ' ').trim()", 'letters'),
      bug('names differ by their accents', ".replace(accents, '')", ''),
    ],
  },
  {
    file: 'core/cards/card-number.ts',
    tests: ['core/cards'],
    bugs: [
      bug('a card number with a wrong check digit is taken', 'return sum % 10 === 0;', 'return true;'),
      bug('the wrong digits of a card are doubled', 'place % 2 === 0 ? digit', 'place % 2 === 1 ? digit'),
      bug('a card number of one repeated digit is taken', ' || new Set(digits).size === 1', ''),
    ],
  },
  {
    file: 'core/time/member-day.ts',
    tests: ['core/time'],
    bugs: [
      bug('the day of a member is that of UTC', 'timeZone: zone,', "timeZone: zone === '' ? zone : 'UTC',"),
      bug('a day starts a second late', 'return from * 1000;', 'return (from + 1) * 1000;'),
      bug('of two midnights the later one begins the day', ' && localTime(guess - 1000) < midnight', ''),
      bug(
        'a day that comes twice after midnight starts with the second midnight',
        'if (localTime(guess) >= midnight && localTime(guess - 1000) < midnight) return guess;\n',
        '',
      ),
    ],
  },
  {
    file: 'core/weight/rules.ts',
    tests: ['core', 'server/features/weight', 'web/features/weight', 'server/features/profile'],
    bugs: [bug('exactly 100 points do not activate', 'weight >= activationPoints', 'weight > activationPoints')],
  },
  {
    file: 'core/rewards/rules.ts',
    tests: ['server/rewards', 'server/features/weight', 'core'],
    bugs: [
      bug(
        'a settled plan earns ten times as much',
        'planSettled: { weight: 10, per',
        'planSettled: { weight: 100, per',
      ),
    ],
  },
]);
