import { AttachedRowsRefused, staleRow } from '#server/ledger/failures.ts';
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
    if (hasEndedBefore(error)) return false;
    throw error;
  }
}

/** Whether a transfer failed because its holding had ended already, by another transfer. */
export function hasEndedBefore(error: unknown): boolean {
  return error instanceof AttachedRowsRefused && error.code === staleRow;
}
