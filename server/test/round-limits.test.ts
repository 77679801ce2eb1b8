import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LimitPeriod } from '#core/limits/loss-limits.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { cancelReplacement as cancelCard } from '#server/features/bank-card/card-store.ts';
import { changeLossLimit } from '#server/features/limits/change-loss-limit.ts';
import { excludeMyself } from '#server/features/limits/exclude-myself.ts';
import { getLimits } from '#server/features/limits/get-limits.ts';
import { openLossGuard } from '#server/features/limits/loss-guard.ts';
import { cancelFollow } from '#server/features/rounds/cancel-follow.ts';
import { findFollow } from '#server/features/rounds/order-store.ts';
import { payRound } from '#server/features/rounds/pay-round.ts';
import { placeFollows } from '#server/features/rounds/place-follows.ts';
import { type OrderRequest, placeOrder } from '#server/features/rounds/place-order.ts';
import { micro } from '#server/features/rounds/round-node.fixture.ts';
import { openWorld, type RoundsWorld } from '#server/features/rounds/rounds-world.fixture.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { codeOf } from './limit-world.fixture.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const tables = () => new Kysely<unknown>({ dialect: new PostgresDialect({ pool: world.pool }) });
const clock = () => ({ now: world.clock.now, wallNow: world.clock.now });
const acts = () => openSecurityActs({ publish: async () => undefined }, clock(), silentSecurityLog);
const own = () => ({ tables: tables(), cancelCard, acts: acts(), clock: clock() });
const limit = (memberId: bigint, period: LimitPeriod, amount: number) =>
  changeLossLimit(own(), { memberId, timeZone: 'UTC' }, period, micro(amount));

/** A node that asks the limits. */
function guarded() {
  const guard = openLossGuard({ tables: tables(), clock: world.clock });
  return (memberId: bigint, change: Partial<OrderRequest> = {}) =>
    placeOrder(
      { ...world, guard },
      memberId,
      { round: roundAt(world.clock.now()), category: 'triple', amount: micro(10), ...change },
      null,
    );
}

async function finishRound(): Promise<void> {
  const round = roundAt(world.clock.now());
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
}

test('a frozen account and an excluded member place no order, and nothing moves', async () => {
  const [frozen, excluded] = [await world.member(100), await world.member(100)];
  await freezeAccount(own(), frozen);
  await excludeMyself(own(), { memberId: excluded, timeZone: 'UTC' }, 7);
  const place = guarded();
  expect(await codeOf(place(frozen))).toBe('accountFrozen');
  expect(await codeOf(place(excluded))).toBe('selfExcluded');
  expect(await codeOf(place(excluded, { follow: 5 }))).toBe('selfExcluded');
  expect(await world.balances(frozen)).toEqual([micro(100), 0n]);
  expect(await world.balances(excluded)).toEqual([micro(100), 0n]);
});

test('running orders and all rounds of a follow count against a limit; of many at once no more than it allows are placed', async () => {
  const member = await world.member(10_000);
  await limit(member, 'day', 100);
  const place = guarded();
  expect(await codeOf(place(member, { follow: 11 }))).toBe('dailyLossLimit');
  expect(await codeOf(place(member, { follow: 5 }))).toBe('placed');
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(place(member))));
  expect(codes.filter((code) => code === 'placed')).toHaveLength(5);
  expect(new Set(codes)).toEqual(new Set(['placed', 'dailyLossLimit']));
  const limits = await getLimits(own(), { memberId: member, timeZone: 'UTC' });
  expect(limits.lossLimits[0]?.count).toMatchObject({ lost: 0n, atRisk: micro(100), left: 0n });
});

test('what an order lost counts as long as its day does', async () => {
  const member = await world.member(1_000);
  await limit(member, 'day', 25);
  const place = guarded();
  const { id } = await place(member, { amount: micro(20) });
  await finishRound();
  const { rows } = await world.pool.query('select income from round_order where member_id = $1 and id = $2', [
    member,
    id,
  ]);
  const hasLost = rows[0].income < 0n;
  expect(await codeOf(place(member, { amount: micro(20) }))).toBe(hasLost ? 'dailyLossLimit' : 'placed');
});

test('a follow of a member who excludes themselves ends before its next order, and what it reserved returns', async () => {
  const [member, other] = [await world.member(1_000), await world.member(1_000)];
  const place = guarded();
  const [order, kept] = [await place(member, { follow: 8 }), await place(other, { follow: 8 })];
  await excludeMyself(own(), { memberId: member, timeZone: 'UTC' }, 7);
  await finishRound();
  await world.run();
  const follow = await findFollow(world.tables, member, order.follow ?? '');
  expect(follow).toMatchObject({ end: 'notPermitted', placed: 1, done: 1 });
  expect(await world.balances(member)).toEqual([micro(1_000) + (follow?.income ?? 0n), 0n]);
  expect(await findFollow(world.tables, other, kept.follow ?? '')).toMatchObject({ end: null, placed: 2 });
});

test('of follows that are to end for a freeze, one that its member cancels meanwhile is no failure, and one that stays as it was is', async () => {
  const [cancels, stays] = [await world.member(1_000), await world.member(1_000)];
  const place = guarded();
  const [own1, own2] = [await place(cancels, { follow: 8 }), await place(stays, { follow: 8 })];
  for (const member of [cancels, stays]) await freezeAccount(own(), member);
  await payRound(world, await world.draw());
  const left = (await findFollow(world.tables, stays, own2.follow ?? ''))?.id;
  const meanwhile =
    (refused: string | undefined): typeof world.ledger.submitPages =>
    async (pages) => {
      for await (const page of pages) {
        await cancelFollow(world, cancels, own1.follow ?? '');
        const given = page.filter(({ reference }) => reference !== refused);
        const report = await world.ledger.submitPages(pageOf(given));
        const lost = page.filter((one) => !given.includes(one)).map(({ key }) => ({ key, reason: 'lost' }));
        return { ...report, failed: [...report.failed, ...lost] };
      }
      throw new Error('nothing was to end');
    };
  const placeWith = (refused?: string) =>
    placeFollows(
      { ...world, ledger: { ...world.ledger, submitPages: meanwhile(refused) } },
      roundAt(world.clock.now()),
      world.clock.now(),
    );
  await expect(placeWith(left)).rejects.toThrow(`1 follows could not be ended: rounds:${stays}:${left}:end`);
  await placeWith();
  expect(await findFollow(world.tables, cancels, own1.follow ?? '')).toMatchObject({ end: 'cancelled', placed: 1 });
  expect(await findFollow(world.tables, stays, left ?? '')).toMatchObject({ end: 'notPermitted', placed: 1 });
});

async function* pageOf(page: readonly Submission[]) {
  yield page;
}
