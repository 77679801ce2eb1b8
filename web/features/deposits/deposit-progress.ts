import type { Deposit } from '#contract/deposits.ts';
import type { StreamEvent } from '#contract/events.ts';

type DepositEvent = StreamEvent<'deposit'>['value'];

/** Whether the status is final. */
export function isFinal(deposit: Pick<Deposit, 'state'>): boolean {
  return deposit.state === 'confirmed' || deposit.state === 'rejected';
}

/** The deposit after a stream event. Events of other deposits, and out-of-order ones, change nothing. */
export function withDeposit(deposit: Deposit, event: DepositEvent): Deposit {
  if (event.id !== deposit.id || isFinal(deposit) || event.confirmations < deposit.confirmations) return deposit;
  return { ...deposit, state: event.state, confirmations: event.confirmations };
}

/** A hash shortened in the middle. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-4)}`;
}
