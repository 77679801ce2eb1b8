import type { InputOf } from '#contract/operation.ts';
import { type listProductChanges as operation, type ProductChange, productChangesPerPage } from '#contract/products.ts';
import type { ProductDependencies } from './ask-for-change.ts';
import type { AskedContent } from './product-content.ts';
import { changesBefore } from './product-store.ts';

/** The changes that were asked for, newest first. */
export async function listProductChanges(
  { tables, wallNow }: ProductDependencies,
  { before }: InputOf<typeof operation>,
): Promise<ProductChange[]> {
  const changes = await changesBefore(tables, before ?? null, productChangesPerPage, wallNow());
  return changes.map(({ askedFrom: _, content, approvedBy, ...change }) => ({
    ...change,
    ...{ kind: content.kind, item: content.item, isOpen: content.isOpen, approvedBy: [...approvedBy] },
    ...{ minimum: null, maximum: null, texts: null, prizes: null, dailyRatePpm: null, weightMins: null },
    ...whatOf(content),
  }));
}

function whatOf(content: AskedContent): Partial<ProductChange> {
  if (content.kind === 'cause') return { texts: content.texts };
  if (content.kind === 'prizes') return { prizes: [...content.shares] };
  if (content.kind === 'bands') return { weightMins: [...content.weightMins] };
  return { minimum: content.minimum, maximum: content.maximum, dailyRatePpm: content.dailyRatePpm };
}
