import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resultsMax } from '#contract/rounds.ts';
import { dayOf, roundAt, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { getDayTranscript } from './get-day-transcript.ts';
import { getFairness } from './get-fairness.ts';
import { openResults } from './list-results.ts';
import { openTreeCache } from './order-tree.ts';
import { publishDays } from './round-seeds.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';
import { roundRoutes } from './routes.ts';

const days = 4;
let world: RoundsWorld;
let firstDay: number;

/** Rounds of that many days, copied from one that was paid. */
beforeAll(async () => {
  world = await openWorld();
  const round = roundAt(world.clock.now());
  firstDay = dayOf(round) + 1;
  for (const moment of [timesOf(round).closesAt, timesOf(round).resultAt]) {
    await world.moveTo(moment);
    await world.run();
  }
  const last = (firstDay + days) * roundsPerDay - 1;
  await world.moveTo(timesOf(last).voidAt);
  for (let day = firstDay; day <= firstDay + days; day++) await publishDays(world.tables, world.seeds, day);
  for (const table of tables) await world.database.owner.query(`alter table ${table} disable trigger user`);
  await copyRound(round, firstDay * roundsPerDay, last);
});
afterAll(() => world.close());

const tables = ['round_closing', 'round_end', 'round_payment'];

async function copyRound(round: number, first: number, last: number): Promise<void> {
  for (const table of tables) {
    await world.database.owner.query(
      `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('round_id', number))).*
       from ${table} as one, generate_series($2::bigint, $3::bigint) as number where one.round_id = $1`,
      [round, first, last],
    );
  }
}

test('reading one page of the reveals after another counts all rounds once', async () => {
  const results = openResults(world.tables);
  const own = { ...world, results, guard: world, treeOf: openTreeCache(world.pool) };
  const binding = roundRoutes(own as never).find(({ name }) => name === 'getFairness');
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const newest = (firstDay + days) * roundsPerDay;
  const pages = [undefined, newest - 100, newest - 200, newest - 300];
  const shown = await Promise.all(pages.map((before) => binding?.answer({ before }, {} as Call)));
  const texts = statements.mock.calls.map(([asked]) => JSON.stringify(asked));
  statements.mockRestore();
  expect(shown).toMatchObject(pages.map(() => ({ drawn: (shown[0] as { drawn: number }).drawn })));
  expect(texts.filter((text) => text.includes('as voided'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('with running as'))).toHaveLength(1);
});

test('listing the days reads no round of them, and a day is over once all its rounds are paid', async () => {
  let rowsRead = 0;
  const counting = world.tables.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rowsRead += result.rows.length;
      return result;
    },
  });
  const shown = await getFairness({ ...world, tables: counting }, null);
  expect(shown.days.filter(({ key }) => key !== null)).toHaveLength(days + 1);
  expect(shown.reveals).toHaveLength(20);
  expect(rowsRead).toBeLessThan(60);

  const unpaid = (firstDay + 2) * roundsPerDay + 3;
  await world.database.owner.query('delete from round_payment where round_id = $1', [unpaid]);
  const { days: after } = await getFairness(world, null);
  const hidden = after.filter(({ key }) => key === null).map(({ day }) => day);
  expect(hidden).toContain(firstDay + 2);
  expect(hidden).not.toContain(firstDay + 1);
  await expect(getDayTranscript(world, firstDay + 2)).rejects.toMatchObject({ code: 'dayRunning' });
  expect((await getDayTranscript(world, firstDay + 1)).rounds).toHaveLength(roundsPerDay);
});

test('results are read again after a reading that failed, and what is known of them once', async () => {
  let isAway = true;
  let rowsRead = 0;
  const results = openResults(
    world.tables.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('away');
        return node;
      },
      async transformResult({ result }) {
        rowsRead += result.rows.length;
        return result;
      },
    }),
  );
  await expect(results.read()).rejects.toThrow('away');
  isAway = false;
  // Pages that ask at the same moment share one reading.
  const [known, same] = await Promise.all([results.read(), results.read()]);
  expect(same).toEqual(known);
  const { rows } = await world.pool.query<{ round: bigint }>(
    'select round_id as round from round_end order by round_id desc limit $1',
    [resultsMax],
  );
  expect(known.map(([round]) => round)).toEqual(rows.map(({ round }) => Number(round)));
  expect(known.length).toBeGreaterThan(0);
  expect(rowsRead).toBe(known.length);
  expect(await results.read()).toEqual(known);
  expect(rowsRead).toBe(known.length);
  const newest = known[0]?.[0] ?? 0;
  await copyRound(newest, newest + 1, newest + 1);
  expect(await results.read()).toEqual([[newest + 1, expect.anything()], ...known.slice(0, resultsMax - 1)]);
  // However many have come, the list stays as long as it promises to be.
  await copyRound(newest, newest + 2, newest + resultsMax - known.length + 1);
  expect(await results.read()).toHaveLength(resultsMax);
});
