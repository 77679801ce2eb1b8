import type { Ledger, Submission } from './ledger.ts';

/**
 * Sets funds of the house aside once per database: the first node does. Where it was done before with a different amount, that stays.
 * Throws an Error where the ledger refuses it.
 */
export async function fundOnce(ledger: Pick<Ledger, 'submit'>, funding: Submission): Promise<void> {
  const outcome = await ledger.submit(funding);
  if (outcome.status === 'refused' && outcome.reason !== 'keyConflict') {
    throw new Error(`${funding.kind} was refused: ${outcome.reason}`);
  }
}
