/** A client inside a transaction: of pg, or whatever runs SQL text with parameters. */
export interface Transaction {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Opens the accounts of a new member, all empty, in the caller's transaction. A member whose accounts are open keeps them.
 * A transaction of another library calls `select ledger.open_member(<id>)` instead.
 */
export async function openMemberAccounts(transaction: Transaction, memberId: bigint): Promise<void> {
  if (memberId < 1n) throw new RangeError(`a member id is 1 or more, not ${memberId}`);
  await transaction.query('select ledger.open_member($1)', [memberId]);
}
