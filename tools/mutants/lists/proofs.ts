import { bug, mutantsOf } from '../mutant.ts';

const treeTests = ['proofs', 'tree-building'].map((name) => `server/features/proofs/${name}.test.ts`);
const byteTests = ['server/features/proofs/node-bytes.test.ts'];

/** The hourly tree of what is owed, its feed, and the played days. */
export const proofs = mutantsOf('proofs', [
  {
    file: 'server/features/proofs/balance-roots.ts',
    tests: treeTests,
    bugs: [
      bug(
        'the oldest roots are the newest',
        'from balance_tree order by id desc limit $1',
        'from balance_tree order by id limit $1',
      ),
      bug(
        'a page of roots begins with the last one again',
        'where id > $1 order by id limit $2',
        'where id >= $1 order by id limit $2',
      ),
      bug(
        'pages of roots go backwards',
        'where id > $1 order by id limit $2',
        'where id > $1 order by id desc limit $2',
      ),
      bug(
        'the tree asked for is the newest',
        'where $1::bigint is null or id = $1 order by',
        'where $1::bigint is null or id >= $1 order by',
      ),
      bug(
        'a published statement swaps key and digest',
        'bytes(root.digest),\n      bytes(root.key),',
        'bytes(root.key),\n      bytes(root.digest),',
      ),
      bug(
        'points of the one kind are published as the other',
        'assistance: whole(stored.assistance)',
        'assistance: whole(stored.promotion)',
      ),
      bug(
        'the head of the log is left out of the feed',
        "{ acts: Number(row.log_position), head: row.log_hash.toString('hex') }",
        'undefined',
      ),
    ],
  },
  {
    file: 'server/features/proofs/balance-snapshot.ts',
    tests: treeTests,
    bugs: [
      bug(
        'members without accounts are not in the tree',
        'left join (\n      ${owedToMembersSql()}',
        'join (\n      ${owedToMembersSql()}',
      ),
      bug('points are split where the USDT is', "['assistance', 16]", "['assistance', 24]"),
      bug('names keep their capitals in the tree', 'lower(m.username collate "C")', '(m.username collate "C")'),
      bug('no balance is split', '% (${name} + 1) as left_${name}', '% 1 as left_${name}'),
      bug('the last part of a tree is not written', '(members + $3 - 1) / $3 - 1)', 'members / $3 - 1)'),
      bug(
        'salts are those of another secret',
        'sha512($2::bytea || int8send(m.id))',
        "sha512($2::bytea || int8send(m.id) || '0'::bytea)",
      ),
      bug('the second part is the whole balance', '`${name} - left_${name}`', '`${name}`'),
    ],
  },
  {
    file: 'server/features/proofs/build-tree.ts',
    tests: treeTests,
    bugs: [
      bug('a tree is built of more than one moment', 'begin isolation level repeatable read', 'begin'),
      bug('an hour has two trees', 'newest && newest.at >= hour', 'newest && newest.at > at'),
      bug('an hour is that of UTC plus one', 'Math.floor(at / hourMs) * hourMs', 'Math.ceil(at / hourMs) * hourMs'),
      bug(
        'both halves are the left one',
        'await writeLevels(client, BigInt(number), 1, members)',
        'await writeLevels(client, BigInt(number), 0, members)',
      ),
      bug('statements are not chained', 'previous: newest?.digest ?? noPrevious', 'previous: noPrevious'),
      bug('paths are kept for a day and an hour', 'treesKept = 24', 'treesKept = 25'),
      bug(
        'secrets of pruned trees are kept',
        "  await client.query('delete from balance_tree_secret where tree_id <= $1', [upTo]);\n",
        '',
      ),
      bug(
        'levels of pruned trees are kept',
        "  await client.query('delete from balance_tree_part where tree_id <= $1', [upTo]);\n",
        '',
      ),
      bug(
        'the house’s points stand beside its USDT',
        ".filter(({ asset }) => asset === 'USDT')\n    .map",
        ".filter(({ name }) => name !== '')\n    .map",
      ),
      bug('the total leaves out the right half', 'total: top.sum', 'total: left.sum'),
      bug(
        'nodes build the same tree at once',
        "(await withLock(pool, 'balanceTree', (client) => build(client, dependencies))) ?? 'elsewhere'",
        'await pool.connect().then((client) => build(client, dependencies).finally(() => client.release()))',
      ),
    ],
  },
  {
    file: 'server/features/proofs/get-balance-proof.ts',
    tests: treeTests,
    bugs: [
      bug(
        'both parts of a proof are the same',
        '[await partIn(0), await partIn(1)]',
        '[await partIn(0), await partIn(0)]',
      ),
      bug(
        'a pruned tree is an internal error',
        "  if (!saltSecret) throw new Refusal('balanceTreeUnknown');\n",
        "  if (!saltSecret) throw new Error('balanceTreeUnknown');\n",
      ),
      bug('salts of both halves are the same', 'half * 32, half * 32 + 32', '0, 32'),
      bug(
        'a tree that is unknown is told as without the member',
        "wanted === null ? 'balanceNotInTree' : 'balanceTreeUnknown'",
        "'balanceNotInTree'",
      ),
    ],
  },
  {
    file: 'server/features/proofs/get-replay-day.ts',
    tests: ['server/test/plan-reveal.test.ts', 'server/features/plans/bound-market.test.ts'],
    bugs: [bug('a day of another place is shown', '+ Number(day) * dayMs', '+ (Number(day) + 1) * dayMs')],
  },
  {
    file: 'server/features/proofs/list-balance-roots.ts',
    tests: treeTests,
    bugs: [bug('the first page of the feed is the newest', 'after === null ?', 'after === null || after === 0 ?')],
  },
  {
    file: 'server/features/proofs/node-bytes.ts',
    tests: byteTests,
    bugs: [
      bug(
        'a sibling is the node itself',
        'Math.floor(position / 2 ** height) ^ 1',
        'Math.floor(position / 2 ** height)',
      ),
      bug('a missing neighbour is the node of another version', ': empties[version];\n  });', ': empties[1];\n  });'),
      bug(
        'a leaf is found by its first bytes',
        'start + hashBytes) === own',
        'start + hashBytes).slice(0, 1) === own.slice(0, 1)',
      ),
      bug(
        'an odd node is folded with itself',
        'else empties[version].copy(content, 1 + nodeBytes);',
        'else below.copy(content, 1 + nodeBytes, left, right);',
      ),
      bug(
        'an overflow of sums is folded',
        'if (sum > sumMax) throw new RangeError(`${sum} is no sum of balances`);',
        '',
      ),
      bug(
        'nodes are folded the wrong way round',
        'content[0] = marksOf(version).nodeMark;',
        'content[0] = marksOf(version).leafMark;',
      ),
      bug('a name’s letter case matters', 'username.toLowerCase()', 'username'),
    ],
  },
  {
    file: 'server/features/proofs/tree-parts.ts',
    tests: treeTests,
    bugs: [
      bug(
        'levels in between are not written',
        'if (level + partDepth < depth) await writeParts',
        'if (level + partDepth < 0) await writeParts',
      ),
      bug(
        'a part is sought from its end',
        'first_salt <= $3 order by first_salt desc limit 1',
        'first_salt <= $3 order by first_salt limit 1',
      ),
      bug(
        'the leaf of the other half is found',
        'where tree_id = $1 and half = $2 and level = 0',
        'where tree_id = $1 and $2::int is not null and level = 0',
      ),
      bug(
        'rows of a level are folded in no order',
        'and number < $5 order by number`',
        'and number < $5 order by number desc`',
      ),
      bug('only the first rows of a level are folded', 'if (rows.length < rowsAtOnce) return;', 'return;'),
      bug('a leaf stands at its place in its row', 'position: row.number * partSize + place', 'position: place'),
      bug(
        'the path within a part is that of its first node',
        'siblingsIn(levels, inPart, version)',
        'siblingsIn(levels, 0, version)',
      ),
    ],
  },
  {
    file: 'server/features/proofs/tree-schedule.ts',
    tests: treeTests,
    bugs: [
      bug(
        'a tree is built an hour after the last one',
        'clock.wallDelayMs(hourMs - (clock.now() % hourMs))',
        'clock.wallDelayMs(hourMs)',
      ),
      bug('who waits for another node’s tree waits an hour', "isElsewhere = result === 'elsewhere';", ''),
    ],
  },
  {
    file: 'server/migrations/0031-log-heads.sql',
    tests: treeTests,
    bugs: [bug('two roots of one moment follow each other', 'new.at <= newest.at then', 'new.at < newest.at then')],
  },
]);
