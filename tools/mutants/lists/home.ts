import { bug, mutantsOf } from '../mutant.ts';

const at = (...names: string[]): string[] => names.map((name) => `server/features/home/${name}.test.ts`);
const healthTests = ['health', 'load-totals'].map((name) => `server/features/health/${name}.test.ts`);

/** Counts of the platform, its probes, and what operators see of its load. */
export const home = mutantsOf('home', [
  {
    file: 'server/features/home/component-checks.ts',
    tests: at('component-checks'),
    bugs: [
      bug('an API that answers with an error is up', 'if (status !== 200) throw', 'if (status === 0) throw'),
      bug('the probe names the address that it calls', '{ host: new URL(publicOrigin).host }', '{}'),
      bug('a price of half an hour ago is late', 'ageMs > priceGoneMs', 'ageMs > 3 * priceGoneMs'),
      bug('late prices are up', "state === 'live' ? 'up' : 'degraded'", "'up'"),
      bug('a plan that is not settled is up', 'clock.now() - due > behindMs', 'due - clock.now() > behindMs'),
      bug('a fast clock makes the ledger late', 'Math.max(behindMsMax, behindWallMsMax * clock.speed)', 'behindMsMax'),
      bug(
        'a deposit that nobody paid makes the rail late',
        " and state = 'seen' and transfer is null",
        ' and transfer is null',
      ),
      bug('a stream of comments is up', '/^event: \\w+\\ndata: /m', '/^/m'),
      bug(
        'a stream that ends waits for ever',
        "      response.on('end', () => reject(new Error('the stream ended before its first event')));\n",
        '',
      ),
      bug('the last plan to end is taken for the first', 'Math.min(...ends)', 'Math.max(...ends)'),
    ],
  },
  {
    file: 'server/features/home/platform-count.ts',
    tests: at('platform-count', 'home-http'),
    bugs: [
      bug('members who left are counted', ' - (select count(*) from member_deletion)', ''),
      bug('a plan without income has won', 'count(*) filter (where income > 0)', 'count(*) filter (where income >= 0)'),
      bug(
        'losses are counted as income',
        'coalesce(sum(income) filter (where income > 0), 0)',
        'coalesce(sum(abs(income)), 0)',
      ),
      bug('losses have a minus', 'coalesce(-sum(income)', 'coalesce(sum(income)'),
      bug('void plans are counted as settled', 'count(income) filter (where voided.group_id is null)', 'count(income)'),
      bug('void plans are in the ticker', ' and ${hasResult}', ''),
      bug('members are named in full in the ticker', 'name: maskName(row.name)', 'name: String(row.name)'),
      bug(
        'the oldest plans are in the ticker',
        'order by settled_at desc, id desc limit $1',
        'order by settled_at, id limit $1',
      ),
      bug('a slow count rests as long as a quick one', 'greatest($1, took_ms * $2)', 'greatest($1, took_ms * $2 * 0)'),
      bug(
        'every node counts',
        "withLock(pool, 'platformCount', async (client) => {",
        'pool.connect().then(async (client) => {',
      ),
      bug('volume is what was won', '"plansWon", volume,', '"plansWon", income_paid as volume,'),
    ],
  },
  {
    file: 'server/features/home/probe-store.ts',
    tests: at('probe'),
    bugs: [
      bug(
        'a node that writes twice is counted twice',
        'set up = excluded.up, degraded',
        'set up = probe_cell.up + excluded.up, degraded',
      ),
      bug('a node’s own cells are counted again', ' and node <> $2 group by', " and $2::text <> '' group by"),
      bug(
        'slow checks are counted as outages',
        'sum(degraded) as degraded, sum(down) as down',
        'sum(down) as degraded, sum(degraded) as down',
      ),
      bug('new cells are deleted', 'where opens_at < $1', 'where opens_at > $1'),
    ],
  },
  {
    file: 'server/features/home/uptime-board.ts',
    tests: at('uptime-board'),
    bugs: [
      bug('a component is down with half of its checks', 'count.down * 2 > checks', 'count.down * 2 >= checks'),
      bug('one slow check makes a cell degraded', 'count.degraded >= checks * degradedShare', 'count.degraded > 0'),
      bug('a gap makes the share worse', '(checks - failed) / checks', '(checks - failed) / (checks + 1)'),
      bug('an old check is the state of now', ' && wallMs - latest.at <= newestServesMs', ''),
      bug('the board has a cell too few', '(uptimeCells - 1) * uptimeCellMs', '(uptimeCells - 2) * uptimeCellMs'),
      bug('slow checks are no checks', 'count.up + count.degraded + count.down', 'count.up + count.down'),
    ],
  },
  {
    file: 'server/features/home/probe.ts',
    tests: at('probe'),
    bugs: [
      bug('a check without a response is waited for', 'await within(checkMsMax, check())', 'await check()'),
      bug('an outage of the database is forgotten', 'opensAt >= writtenThrough', 'opensAt > at'),
      bug('other nodes’ counts are not read again', '        await within(checkMsMax, load());\n', ''),
      bug('old cells are kept', 'await within(checkMsMax, forgetCells(pool, at - cellsKeptMs));', ''),
      bug('counts of equal cells replace each other', 'up: count.up + (before?.up ?? 0)', 'up: count.up'),
      bug('a check that fails is degraded', "    return 'down';\n", "    return 'degraded';\n"),
    ],
  },
  {
    file: 'server/features/health/get-health.ts',
    tests: healthTests,
    bugs: [
      bug(
        'the hour shows a day',
        'readPoints(pool, now - hourMs, healthPointMs.hour)',
        'readPoints(pool, now - dayMs, healthPointMs.hour)',
      ),
      bug('the slowest calls are those of a day', 'readSlowest(pool, now - hourMs)', 'readSlowest(pool, now - dayMs)'),
      bug('a node that has stopped still runs', 'countNodes(pool, now - runningMs)', 'countNodes(pool, now - hourMs)'),
    ],
  },
  {
    file: 'server/features/health/load-totals.ts',
    tests: healthTests,
    bugs: [
      bug('refusals of a member are failures', 'serverFault = 500', 'serverFault = 400'),
      bug('the median is told as the percentile', 'percentile = 0.95', 'percentile = 0.5'),
      bug('calls since the start are those of the span', 'count - (before.within.get(bound) ?? 0) >=', 'count >='),
      bug('seconds are told as milliseconds', 'holding[0] * 1000', 'holding[0]'),
      bug('the quickest operations are listed', 'other.meanMs - one.meanMs', 'one.meanMs - other.meanMs'),
      bug('the mean is the sum', '((seconds - earlier.seconds) * 1000) / count', '(seconds - earlier.seconds) * 1000'),
      bug('operations that nobody called are listed', '      .filter(({ calls }) => calls > 0)\n', ''),
    ],
  },
  {
    file: 'server/features/health/sample-store.ts',
    tests: healthTests,
    bugs: [
      bug('the best of the nodes is shown', 'max(p95_ms)::double precision', 'min(p95_ms)::double precision'),
      bug('a node is counted once a sample', 'count(distinct node)::int', 'count(node)::int'),
      bug(
        'samples are kept for ever',
        "where at < $2::timestamptz - $12 * interval '1 hour'",
        "where at < $2::timestamptz - $12 * interval '1 year'",
      ),
      bug(
        'a job of tomorrow is overdue',
        "due_at < now() - interval '2 minutes'",
        "due_at < now() + interval '2 minutes'",
      ),
      bug('the oldest span comes last', 'group by 1 order by 1`', 'group by 1 order by 1 desc`'),
      bug(
        'batches are counted as transfers',
        'sum(ledger_transfers)::int as "ledgerTransfers"',
        'sum(ledger_batches)::int as "ledgerTransfers"',
      ),
    ],
  },
  {
    file: 'server/features/health/health-feature.ts',
    tests: healthTests,
    bugs: [
      bug('each sample counts from the start', '      before = after;\n', ''),
      bug('a closed node measures on', '      await sampling.stop();\n', ''),
      bug(
        'batches of the ledger are those since the start',
        'after.counts.batches - before.counts.batches',
        'after.counts.batches + before.counts.batches * 0 + 1',
      ),
    ],
  },
  {
    file: 'web/features/home/training-picture.tsx',
    tests: ['web/features/home/home-presses.test.tsx'],
    bugs: [
      bug(
        'the picture of the directions has two arrows upwards',
        'M120 28V76M104 60 120 78 136 60',
        'M120 82V34M104 50 120 32 136 50',
      ),
    ],
  },
]);
