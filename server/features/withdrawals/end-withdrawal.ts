import { isStale } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';

/**
 * Submits the transfer that ends a withdrawal. Returns whether this call ended it: false when it had ended already or its state no
 * longer allows this end.
 */
export async function endWithdrawal(ledger: Pick<Ledger, 'submit'>, end: Submission): Promise<boolean> {
  try {
    const outcome = await ledger.submit(end);
    // The account of holds covers every open withdrawal: where it does not, this one is over.
    if (outcome.status === 'refused' && outcome.reason === 'insufficientFunds') return false;
    if (outcome.status === 'refused') throw new Error(`${end.key} was refused: ${outcome.reason}`);
    return outcome.status === 'committed';
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}
