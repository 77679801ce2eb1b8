import { expect, test } from 'vitest';
import { yieldFunding } from '#core/financing/products.ts';
import { dayMs } from '#core/time/lengths.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import { fundingOf } from './financing-transfers.ts';
import { micro, openWorldForFile } from './financing-world.fixture.ts';
import { getFinancingLog } from './get-financing-log.ts';
import { listHoldings } from './list-holdings.ts';
import { pollMaturities } from './mature-holdings.ts';
import { quoteFinancing } from './quote-financing.ts';

const world = await openWorldForFile();

test('the funds for interest are put in once, by one visible posting, however many nodes start', async () => {
  const ledgers = [world.openNode().ledger, world.ledger, world.openNode().ledger];
  await Promise.all(ledgers.map((ledger) => fundOnce(ledger, fundingOf())));
  const { rows } = await world.database.pool.query(
    `select t.kind, p.amount from ledger.transfers as t join ledger.postings as p on p.transfer_id = t.id
      where t.idempotency_key = 'financing:funding'`,
  );
  expect(rows).toEqual([{ kind: 'yieldFunded', amount: yieldFunding }]);
  // Where it was done before with another amount, that stays, and the node starts.
  await fundOnce(world.ledger, { ...fundingOf(), inputHash: '0'.repeat(64) });
  expect(await world.houseBalance('yield')).toBe(yieldFunding);
});

test('seven days pay what the quote said: principal set apart, interest reserved, both paid at maturity and no earlier', async () => {
  const member = await world.member(1_000);
  const quote = await quoteFinancing(world, { product: 'day7', amount: micro(1_000) });
  expect(quote).toMatchObject({ covered: true, maturesAt: quote.startsAt + 7 * dayMs });
  const { id, ...bought } = await world.subscribe(member, 1_000);
  expect(bought).toMatchObject({
    state: 'running',
    days: 7,
    interest: 0n,
    interestAtMaturity: micro(1.4),
    daysEarned: 0,
  });
  expect(await world.balances(member)).toEqual({ available: 0, financing: 1_000 });
  expect(await world.houseBalance('yieldReserved')).toBe(micro(1.4));
  world.clock.advance(7 * dayMs - 1);
  await world.mature();
  expect(await world.balances(member)).toEqual({ available: 0, financing: 1_000 });
  world.clock.advance(1);
  await world.mature();
  expect(await world.balances(member)).toEqual({ available: 1_001.4, financing: 0 });
  expect(quote.payoffs.at(-1)?.payoff).toBe(micro(1_001.4));
  expect(await listHoldings(world, member, 'matured', null)).toMatchObject([
    { id, interest: micro(1.4), daysEarned: 7 },
  ]);
  expect(await world.houseBalance('yieldReserved')).toBe(0n);
  expect(await world.houseBalance('yield')).toBe(yieldFunding - micro(1.4));
});

test('another member’s holding is as unknown as one that never was', async () => {
  const [owner, stranger] = [await world.member(100), await world.member(100)];
  const { id } = await world.subscribe(owner, 100);
  for (const unknown of [id, '0000000000000000']) {
    await expect(world.redeem(stranger, unknown)).rejects.toMatchObject({ code: 'holdingUnknown' });
    await expect(listHoldings(world, stranger, null, unknown)).rejects.toMatchObject({ code: 'holdingUnknown' });
  }
  expect(await listHoldings(world, stranger, null, null)).toEqual([]);
  expect(await listHoldings(world, owner, 'running', null)).toHaveLength(1);
});

test('the list pages from the newest on, of one state or of all', async () => {
  const member = await world.member(1_000);
  const ids: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    ids.unshift((await world.subscribe(member, 10, count % 2 ? 'day1' : 'day30')).id);
    world.clock.advance(1);
  }
  const first = await listHoldings(world, member, null, null);
  const rest = await listHoldings(world, member, null, first.at(-1)?.id ?? '');
  expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
  world.clock.advance(dayMs);
  await world.mature();
  expect(await listHoldings(world, member, 'matured', null)).toHaveLength(11);
  expect(await listHoldings(world, member, 'running', null)).toHaveLength(12);
});

test('interest is income of the member’s own day, beside that of plans', async () => {
  const member = await world.member(2_000);
  await world.subscribe(member, 1_000, 'day1');
  await world.subscribe(member, 1_000, 'day7');
  world.clock.advance(dayMs);
  await world.mature();
  const zones = { memberId: member, timeZone: 'Asia/Tokyo' };
  expect(await getFinancingLog(world, zones)).toMatchObject({
    invested: micro(1_000),
    reserved: micro(1.4),
    plans: { today: 0n, total: 0n },
    financing: { today: micro(0.1), total: micro(0.1) },
    payouts: [{ state: 'matured', interest: micro(0.1) }],
  });
  const { rows } = await world.database.pool.query('select income from member_income where member_id = $1', [member]);
  expect(rows).toEqual([{ income: micro(0.1) }]);
  world.clock.advance(dayMs);
  expect(await getFinancingLog(world, zones)).toMatchObject({ financing: { today: 0n, total: micro(0.1) } });
});

test('what was lost is taken from what was earned, today and in total', async () => {
  const member = await world.member(0);
  const settle = (id: string, income: number, ago: number) =>
    world.database.owner.query(
      `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)
       values ($1, $2, 1, 1, $3, $3, $4, $5, $4)`,
      [member, id, micro(100), new Date(world.clock.now() - ago), micro(income)],
    );
  await settle('LOST1', -30, dayMs);
  await settle('WON', 5, 0);
  await settle('LOST2', -7, 0);
  expect(await getFinancingLog(world, { memberId: member, timeZone: 'UTC' })).toMatchObject({
    plans: { today: micro(-2), total: micro(-32) },
    financing: { today: 0n, total: 0n },
  });
});

test('payouts are listed by their end, the latest first, without what still runs', async () => {
  const member = await world.member(3_000);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push((await world.subscribe(member, 1_000, 'day7')).id);
    world.clock.advance(1);
  }
  for (const place of [1, 0]) {
    await world.redeem(member, ids[place] ?? '');
    world.clock.advance(1);
  }
  const { payouts } = await getFinancingLog(world, { memberId: member, timeZone: 'UTC' });
  expect(payouts.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
});

test('the database refuses to change or delete a holding, but for its one end', async () => {
  const member = await world.member(100);
  const { id } = await world.subscribe(member, 100);
  const { owner } = world.database;
  for (const change of [
    'update holding set daily_rate_ppm = 1 where id = $1',
    `update holding set amount = amount + 1, state = 'redeemed', interest = 0, ended_at = now() where id = $1`,
    'delete from holding where id = $1',
  ]) {
    await expect(owner.query(change, [id]), change).rejects.toThrow(/changes once|never deleted/);
  }
  const more = `update holding set state = 'redeemed', interest = interest_reserved + 1, ended_at = matures_at where id = $1`;
  await expect(owner.query(more, [id])).rejects.toThrow('check constraint');
  await world.redeem(member, id);
  await expect(owner.query(`update holding set interest = interest_reserved where id = $1`, [id])).rejects.toThrow(
    /changes once/,
  );
});

test('the day of income ends at midnight of the member’s zone, not of UTC', async () => {
  const member = await world.member(200);
  const noon = Date.UTC(2027, 5, 1, 12);
  world.clock.advance(noon - dayMs - world.clock.now());
  await world.subscribe(member, 100, 'day1');
  world.clock.advance(3 * 3_600_000);
  await world.subscribe(member, 100, 'day1');
  world.clock.advance(dayMs - 3 * 3_600_000);
  await world.mature();
  const today = async (timeZone: string) =>
    (await getFinancingLog(world, { memberId: member, timeZone })).financing.today;
  // In Tokyo it is 21:00; its midnight is at 15:00 UTC.
  world.clock.advance(3 * 3_600_000 - 1);
  expect([await today('Asia/Tokyo'), await today('UTC')]).toEqual([micro(0.01), micro(0.01)]);
  world.clock.advance(1);
  expect([await today('Asia/Tokyo'), await today('UTC')]).toEqual([0n, micro(0.01)]);
  // What is paid at the very midnight is of the day that begins with it.
  await world.mature();
  expect([await today('Asia/Tokyo'), await today('UTC')]).toEqual([micro(0.01), micro(0.02)]);
});

test('matured holdings are looked for every ten seconds of the product clock, however fast it runs', async () => {
  const asked: number[] = [];
  const wallDelayMs = (productMs: number): number => {
    asked.push(productMs);
    return productMs;
  };
  const maturities = pollMaturities({ ...world, clock: { now: world.clock.now, wallDelayMs } });
  await maturities.stop();
  expect(asked).toEqual([10_000]);
});
