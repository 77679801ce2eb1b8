import { Kysely, PostgresDialect } from 'kysely';
import { askForChange } from '#server/features/products/ask-for-change.ts';
import { reviewedProducts } from '#server/features/products/reviewed-products.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { setProductTime } from './product-time.fixture.ts';

/** Names a cause by two operators, a minute before `now` of the product clock, so that it holds then. */
export async function nameCause(
  { pool, owner }: Pick<TestDatabase, 'pool' | 'owner'>,
  id: string,
  text: { readonly name: string; readonly about: string },
  { by: [first, second], now }: { readonly by: readonly [ActingOperator, ActingOperator]; readonly now: number },
): Promise<void> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const operatorEvents = { publish: async () => undefined };
  const dependencies = { tables, clock: { now: () => now - 60_000 }, wallNow: Date.now, operatorEvents };
  const texts = { en: text, zh: text, tc: text, jp: text };
  await setProductTime(owner, now - 60_000);
  const content = { kind: 'cause', item: id, isOpen: true, texts } as const;
  const asked = await askForChange(dependencies, { content, from: undefined, reason: 'for a test' }, first);
  const reviewed = reviewedProducts(dependencies);
  const waiting = (await reviewed.list(200)).find((one) => one.id === `0.${asked.id}`);
  if (!waiting) throw new Error('the cause does not wait');
  const { hash } = waiting;
  await reviewed.decide({ by: second, id: waiting.id, hash, decision: 'approved', reason: 'for a test' });
  await setProductTime(owner, now);
}
