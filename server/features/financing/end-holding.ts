import { CompanionRefused, staleRow } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';

/** Makes the transfer that ends a holding. Answers whether this call did it: false when it had ended already, by whatever way. */
export async function endHolding(ledger: Pick<Ledger, 'submit'>, end: Submission): Promise<boolean> {
  try {
    const outcome = await ledger.submit(end);
    // Leaving twice at once, on two sides of a day's end: the first one counts.
    if (outcome.status === 'refused' && outcome.reason === 'keyConflict') return false;
    if (outcome.status === 'refused') throw new Error(`${end.key} was refused: ${outcome.reason}`);
    return outcome.status === 'committed';
  } catch (error) {
    if (error instanceof CompanionRefused && error.code === staleRow) return false;
    throw error;
  }
}
