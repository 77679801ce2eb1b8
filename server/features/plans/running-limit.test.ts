import { expect, test } from 'vitest';
import { fill, wordedValues } from '#contract/text.ts';
import { plansRunningMax } from '#core/limits/business-limits.ts';
import { serverTexts } from '#server/platform/http/texts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { isLedgerSound, minuteMs, openWorld } from './plan-world.fixture.ts';

const world = await openForFile(openWorld);

/** Gives the member running plans beside those that are placed, in the group of the newest one. */
async function addRunning(memberId: bigint, count: number): Promise<void> {
  await world.database.owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at)
     select $1, 'ADDED' || n, group_id, level, 1, 1, placed_at
     from generate_series(1, $2::int) as n, (select * from plan where member_id = $1 limit 1) as placed`,
    [memberId, count],
  );
}

test('at most so many plans run at once, whichever of two nodes is asked, and one that settles makes room', async () => {
  const member = await world.member(10_000);
  const other = world.openNode();
  const first = await world.place(member);
  // The others end later.
  world.clock.advance(5 * minuteMs);
  await world.place(member);
  await addRunning(member, plansRunningMax - 5);
  const placed = await Promise.allSettled(
    Array.from({ length: 12 }, (_, place) => (place % 2 ? world : other).place(member)),
  );
  expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const reasons = placed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  // A plan of twelve rounds of five minutes ends an hour after its first candle opens.
  const endsAt = Math.ceil((first.placedAt + 1) / (5 * minuteMs)) * 5 * minuteMs + 60 * minuteMs;
  for (const reason of reasons)
    expect(reason).toMatchObject({
      code: 'plansRunning',
      values: { count: plansRunningMax, until: { at: endsAt } },
    });
  // The next refusal needs no batch of the ledger.
  const before = world.ledger.counts().batches;
  await expect(world.place(member)).rejects.toMatchObject({ code: 'plansRunning' });
  expect(world.ledger.counts().batches).toBe(before);
  // Other members are not refused, even in the same batch.
  const stranger = await world.member(500);
  const [own, others] = await Promise.allSettled([world.place(member), world.place(stranger)]);
  expect([own?.status, others?.status]).toEqual(['rejected', 'fulfilled']);
  await world.database.owner.query(
    `alter table plan disable trigger plan_settles_by_outcome;
     update plan set income = 0, settled_at = now() where member_id = ${member} and id = 'ADDED1';
     alter table plan enable always trigger plan_settles_by_outcome`,
  );
  await world.place(member);
  await expect(world.place(member)).rejects.toMatchObject({ code: 'plansRunning' });
  expect(await isLedgerSound(world.database.pool)).toBe(true);
});

test('while plans wait for their candles the limit promises no end that has passed', async () => {
  const member = await world.member(500);
  await world.place(member);
  await addRunning(member, plansRunningMax - 1);
  world.clock.advance(120 * minuteMs);
  const refusal = await world.place(member).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw refusal;
  expect(Object(refusal.values.until).at).toBeLessThan(world.clock.now());
  const text = fill(serverTexts.en.plansRunning, wordedValues(refusal.values, 'en'), 'en');
  expect(text).toMatch(/another one as soon as one has ended; the scheduled end of the first is \w/);
});
