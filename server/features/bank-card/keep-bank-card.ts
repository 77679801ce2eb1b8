import type { keepBankCard as operation } from '#contract/bank-card.ts';
import type { OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { cancelReplacement } from './card-store.ts';
import { type CardDependencies, getBankCard } from './get-bank-card.ts';

/** Cancels the waiting replacement of the bank card. */
export async function keepBankCard(
  dependencies: CardDependencies & { readonly acts: SecurityActs },
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, clock } = dependencies;
  await tables.transaction().execute(async (transaction) => {
    const isCancelled = await cancelReplacement(transaction, memberId, clock.wallNow());
    if (!isCancelled) throw new Refusal('cardReplacementUnknown');
    await acts.record(transaction, memberId, 'cardReplacementCancelled');
  });
  await acts.announce(memberId, 'cardReplacementCancelled');
  return getBankCard(dependencies, memberId);
}
