import { bug, mutantsOf } from '../mutant.ts';

/** Every check of a phone on weight, balances and roots, taken out; those that other lists take out are not repeated. */
export const phoneBalances = mutantsOf('phone', [
  {
    file: 'web/features/proofs/root-feed.ts',
    tests: ['web/features/proofs'],
    bugs: [
      bug('a phone keeps the oldest roots and no new ones', '.slice(-keptMax)', '.slice(0, keptMax)'),
      bug('roots are not held against those that were seen', 'checkFeed(roots, seen, ', 'checkFeed(roots, [], '),
      bug('roots that do not follow are kept', 'faults.length > 0 ||\n', 'false ||\n'),
      bug('only roots after those that were seen are read', 'Math.max(0, newest - newestRoots)', 'newest'),
      bug('a feed may begin behind the kept roots', ', after === undefined ? undefined : after + 1);', ');'),
    ],
  },
  {
    file: 'web/features/weight/kept-entries.ts',
    tests: ['web/features/weight'],
    bugs: [
      bug(
        'a weight entry that is gone is not missed',
        "return at > oldest ? [{ kind: 'missing', id, kept, listed: '-' }] : [];",
        'return [];',
      ),
      bug('an entry may have other points than it had', 'now.points === points && now.at === at', 'now.at === at'),
      bug('an entry may be earned at another time', 'now.points === points && now.at === at', 'now.points === points'),
      bug('the score need not follow its entries', 'if (after !== expected) return', 'if (false) return'),
      bug('all entries need not come to the score', 'return isComplete && expected !== 0', 'return false'),
      bug('entries with a fault are kept', 'faults.length > 0 || fresh.length === 0', 'fresh.length === 0'),
      bug(
        'only one of two checks of entries counts',
        '[...scoreFaults(listed), ...keptFaults(listed, seen)]',
        'scoreFaults(listed)',
      ),
    ],
  },
  {
    file: 'core/proofs/root-pages.ts',
    tests: ['core/proofs/root-pages.test.ts'],
    bugs: [
      bug('only the first page of a feed is read', 'page.length < perPage', 'page.length <= perPage'),
      bug('the same roots may come again and again', 'number <= after', 'false'),
      bug('there may be pages of roots without an end', 'count === rootPagesMax', 'false'),
    ],
  },
  {
    file: 'web/features/proofs/own-records.ts',
    tests: ['web/features/proofs'],
    bugs: [
      bug('the same records may come again and again', 'seen.has(id)', 'false'),
      bug('records whose balances do not follow pass', 'if (balance !== known) broken ??=', 'if (false) broken ??='),
      bug(
        'accounts of another sum are counted',
        'const moves = records.filter(({ account }) => accounts.includes(account));',
        'const moves = records;',
      ),
      bug(
        'any balance the accounts ever had may stand in the tree',
        'isNewTransfer && at <= to && newerAt >= from',
        'isNewTransfer',
      ),
    ],
  },
  {
    file: 'web/features/proofs/balance-check.ts',
    tests: ['web/features/proofs'],
    bugs: [
      bug('the balance is not recomputed to the root', "if (fault === 'root') differ(", "if (fault === 'root') void ("),
      bug(
        'the sums of the root are not compared',
        "else if (fault === 'total') differEach(",
        "else if (fault === 'total') void (",
      ),
      bug(
        'the two parts of a balance are not compared',
        "else if (fault === 'parts') differEach(",
        "else if (fault === 'parts') void (",
      ),
      bug(
        'faults of the published roots are left out',
        ', ...faults.map(differenceOf)]);\n}\n\ntype Owed',
        ']);\n}\n\ntype Owed',
      ),
      bug(
        'faults of the roots are left out for those left out',
        '...differencesToKept(own, kept), ...faults.map(differenceOf)];',
        '...differencesToKept(own, kept)];',
      ),
      bug('an older tree than the newest proves a balance', 'published.number < newest', 'published.number < 0'),
      bug('the proof’s own root is the public one', 'const root = inPublic ?? published;', 'const root = published;'),
    ],
  },
  {
    file: 'core/proofs/root-feed.ts',
    tests: ['core/proofs/root-feed.test.ts'],
    bugs: [
      bug(
        'a root may have another digest than its statement',
        'if (digest !== expected) faults.push',
        'if (false) faults.push',
      ),
      bug('a root need not be signed', 'if (!isSigned(root)) faults.push', 'if (false) faults.push'),
      bug('books in USDT need not balance', 'if (books !== noUsdt) faults.push', 'if (false) faults.push'),
      bug('a number of a root may be left out', "if (number !== next) differ('chain',", "if (false) differ('chain',"),
      bug(
        'a root need not name the one before',
        "if (root.previous !== previous) differ('chain',",
        "if (false) differ('chain',",
      ),
      bug(
        'a root may be earlier than the one before',
        "if (before && root.at <= before.at) differ('chain',",
        "if (false && before) differ('chain',",
      ),
      bug(
        'roots may be signed by another key',
        "if (before && root.key !== before.key) differ('key',",
        "if (false && before) differ('key',",
      ),
      bug(
        'a root may be published twice',
        'if (now && now.digest !== digest) faults.push',
        'if (false && now) faults.push',
      ),
      bug('a root may be withdrawn', 'if (!now && number >= first) faults.push', 'if (false) faults.push'),
      bug('a phone takes two roots of one moment', 'root.at <= before.at', 'root.at < before.at'),
    ],
  },
  {
    file: 'core/proofs/balance-tree.ts',
    tests: ['core/proofs'],
    bugs: [
      bug(
        'a path of any length leads to the root',
        'if (!parts.every(({ path }) => fitsTree(path, leafCount))) {',
        'if (false) {',
      ),
      bug('another root is taken', "if (bytesToHex(computed.hash) !== bytesToHex(node.hash)) faults.push('root');", ''),
      bug('another total is taken', "if (!areSame(computed, node)) faults.push('total');", ''),
      bug('a negative sum is taken', 'if (sum < 0n || sum > sumMax) throw', 'if (sum > sumMax) throw'),
    ],
  },
  {
    file: 'core/proofs/merkle-tree.ts',
    tests: ['core/proofs'],
    bugs: [
      bug('a leaf beyond the last is in the tree', 'position >= 0 && position < leafCount && ', 'position >= 0 && '),
      bug(
        'a leaf before the first is in the tree',
        'position >= 0 && position < leafCount && ',
        'position < leafCount && ',
      ),
    ],
  },
]);
