import { randomUUID } from 'node:crypto';
import type { Outcome } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { LedgerOutcomeUnknown } from './failures.ts';
import { type HashableInput, inputHashOf } from './input-hash.ts';
import type { LedgerReader } from './ledger-reader.ts';

/** Idempotency key and input hash of the transfer that a request makes. */
export interface RequestIdentity {
  readonly key: string;
  readonly inputHash: string;
}

export interface MoneyRequest {
  /** The request's idempotency key, or null for a request that is never repeated. */
  readonly idempotencyKey: string | null;
  /** The request's input: a different one under the same key is refused. */
  readonly input: HashableInput;
  /** The transfer's key, unique in the whole ledger, from the request's. */
  transferKey(requestKey: string): string;
}

/**
 * Runs a member's request for a transfer once: a repeated one (same key) returns what `again` finds under the first one's reference,
 * even if it would now be refused. Throws `idempotencyKeyReused` where the key was used with another input.
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

/**
 * Waits until a transfer of an earlier call, whose effect was read, is on the standby too: only then the effect may be acknowledged.
 * Throws `LedgerOutcomeUnknown` where a failover has lost it.
 */
export async function requireReceipt(ledger: Pick<LedgerReader, 'receiptOf'>, key: string): Promise<void> {
  if (!(await ledger.receiptOf(key))) throw new LedgerOutcomeUnknown(`${key} was committed and is not there`);
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
