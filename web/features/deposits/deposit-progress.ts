import type { Deposit } from '#contract/deposits.ts';
import type { StreamEvent } from '#contract/events.ts';

type DepositEvent = StreamEvent<'deposit'>['value'];

/** Whether nothing more will happen to the deposit. */
export function isFinal(deposit: Pick<Deposit, 'state'>): boolean {
  return deposit.state === 'confirmed' || deposit.state === 'rejected';
}

/** The deposit after an event of the stream. Events of others, and late ones that would turn it back, change nothing. */
export function withDeposit(deposit: Deposit, event: DepositEvent): Deposit {
  if (event.id !== deposit.id || isFinal(deposit) || event.confirmations < deposit.confirmations) return deposit;
  return { ...deposit, state: event.state, confirmations: event.confirmations };
}

/** A hash by its two ends, as wallets write it where there is no room. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-4)}`;
}
