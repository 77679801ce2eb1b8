import type { OutputOf } from '#contract/operation.ts';
import type { keepBankCard as operation } from '#contract/security.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { cancelReplacement } from './card-store.ts';
import { type CardNeeds, getBankCard } from './get-bank-card.ts';

/** Calls a waiting replacement of the bank card off. */
export async function keepBankCard(
  needs: CardNeeds & { readonly acts: SecurityActs },
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, clock } = needs;
  await tables.transaction().execute(async (transaction) => {
    const isCancelled = await cancelReplacement(transaction, memberId, clock.now());
    if (!isCancelled) throw new Refusal('cardReplacementUnknown');
    await acts.record(transaction, memberId, 'cardReplacementCancelled');
  });
  await acts.announce(memberId, 'cardReplacementCancelled');
  return getBankCard(needs, memberId);
}
