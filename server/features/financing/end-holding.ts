import { isStale } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';

/** Submits the transfer that ends a holding. Returns false when it had ended already. */
export async function endHolding(ledger: Pick<Ledger, 'submit'>, end: Submission): Promise<boolean> {
  try {
    const outcome = await ledger.submit(end);
    // Two redemptions at once on both sides of a day's end differ in interest: the first one counts.
    // What holds principal and interest covers every running holding: where it does not, this one has ended.
    const hasEnded = outcome.status === 'refused' && ['keyConflict', 'insufficientFunds'].includes(outcome.reason);
    if (hasEnded) return false;
    if (outcome.status === 'refused') throw new Error(`${end.key} was refused: ${outcome.reason}`);
    return outcome.status === 'committed';
  } catch (error) {
    if (isStale(error)) return false;
    throw error;
  }
}
