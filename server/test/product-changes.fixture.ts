import { Kysely, PostgresDialect } from 'kysely';
import { expect } from 'vitest';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { openWorld } from '#server/features/plans/plan-world.fixture.ts';
import { listProductChanges } from '#server/features/products/list-product-changes.ts';
import { proposeProductChange } from '#server/features/products/propose-product-change.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { openProductOffers } from '#server/platform/offers/product-offers.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { setProductTime } from './product-time.fixture.ts';

export const micro = (units: number): Usdt => usdt(BigInt(units) * 1_000_000n);
export const [anna, bert] = [owner('anna'), owner('bert')];

export type Asked = Parameters<typeof proposeProductChange>[1];

/** What is asked for, unless a test says otherwise. */
export const closeSecond: Asked = {
  ...({ kind: 'level', item: '2', open: '0' } as const),
  ...{ minimum: micro(50), maximum: micro(2_000), reason: 'for a test' },
};

/** Two nodes that know the products' offers, and operators who ask for changes and decide on them. */
export async function openProductChanges(wallNow: () => number = Date.now) {
  const world = await openWorld();
  const { pool, url, owner: databaseOwner } = world.database;
  await addOperators(databaseOwner);
  const open = async () => {
    const bus = await openBus(pool, url, silentLog);
    // So long that nothing is read again during a test, unless a message says so.
    return { bus, offers: await openProductOffers({ pool, bus, log: silentLog, readAgainMs: 3_600_000 }) };
  };
  const nodes = [await open(), await open()];
  const published: unknown[] = [];

  const own = () => ({
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    clock: world.clock,
    wallNow,
    operatorEvents: { publish: async (changed: unknown) => void published.push(changed) },
  });
  const stateOf = async (id: string) => (await listProductChanges(own(), {})).find((one) => one.id === id);

  return {
    ...{ world, nodes, published, own, stateOf },
    offersOf: (place: number) => nodes[place]?.offers ?? expect.fail('no such node'),
    propose: async (asked: Asked = closeSecond, by = anna) => (await proposeProductChange(own(), asked, by)).id,
    async decide(id: string, by: typeof anna, decision: 'approved' | 'refused' = 'approved') {
      const reviewed = reviewedProducts(own());
      const waiting = (await reviewed.list(200)).find((one) => one.id === `0.${id}`);
      if (!waiting) throw new Error(`${id} does not wait`);
      await setProductTime(databaseOwner, world.clock.now());
      return reviewed.decide({ by, id: waiting.id, hash: waiting.hash, decision, reason: 'seen by two' });
    },
    /** Once every node knows it, with the product clock at its moment. */
    async takesEffect(id: string): Promise<void> {
      const at = (await stateOf(id))?.effectiveFrom ?? 0;
      for (const { offers } of nodes) {
        await expect.poll(() => offers.changes().some(({ effectiveFrom }) => effectiveFrom === at)).toBe(true);
      }
      world.clock.advance(Math.max(0, at - world.clock.now()));
    },
    async close() {
      for (const { bus, offers } of nodes) {
        await offers.close();
        await bus.close();
      }
      await world.close();
    },
  };
}
