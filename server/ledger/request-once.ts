import { randomUUID } from 'node:crypto';
import type { Outcome } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type HashableInput, inputHashOf } from './input-hash.ts';
import type { LedgerReader } from './ledger-reader.ts';

/** Key and hash of the transfer that a request makes. */
export interface RequestIdentity {
  readonly key: string;
  readonly inputHash: string;
}

export interface MoneyRequest {
  /** The key that the member's phone gave the request, or null: it is then not repeated. */
  readonly idempotencyKey: string | null;
  /** What was asked for: another input under the same key is refused. */
  readonly input: HashableInput;
  /** Key of the transfer, unique in the whole ledger, from that of the request. */
  transferKey(requestKey: string): string;
}

/**
 * Makes a member's request for a transfer once: a repeated one (same key) returns what `again` finds under the first one's reference,
 * whatever would be refused by now. Throws `idempotencyKeyReused` where the key belongs to another input.
 */
export async function requestOnce<Result>(
  ledger: Pick<LedgerReader, 'receiptOf'>,
  { idempotencyKey, input, transferKey }: MoneyRequest,
  first: (identity: RequestIdentity) => Promise<Result>,
  again: (reference: string) => Promise<Result>,
): Promise<Result> {
  const identity = { key: transferKey(idempotencyKey ?? randomUUID()), inputHash: inputHashOf(input) };
  try {
    return await first(identity);
  } catch (error) {
    if (!(error instanceof Refusal) || idempotencyKey === null) throw error;
    const earlier = await ledger.receiptOf(identity.key);
    if (!earlier) throw error;
    if (earlier.inputHash !== identity.inputHash) throw new Refusal('idempotencyKeyReused');
    return await again(earlier.reference);
  }
}

/** The error for a member whose transfer out of `available` was refused. */
export function refusalOfTransfer(outcome: Extract<Outcome, { readonly status: 'refused' }>): Error {
  switch (outcome.reason) {
    case 'keyConflict':
      return new Refusal('idempotencyKeyReused');
    case 'insufficientFunds':
      return new Refusal('insufficientFunds', { available: usdt(outcome.balance) });
    case 'conditionFailed':
    case 'unknownAccount':
      return new Error(`a transfer was refused: ${outcome.reason} of account ${outcome.account}`);
  }
}
