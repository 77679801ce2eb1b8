/**
 * Removes what this phone keeps under the name of an account that was deleted: the name is free again, and the next owner of it would be held to the balances,
 * entries and draws of the other account.
 */
export async function forgetAccount(username: string): Promise<void> {
  const [messages, balances, entries, draws] = await Promise.all([
    import('#web/features/support/kept-messages.ts'),
    import('#web/features/proofs/kept-balance.ts'),
    import('#web/features/weight/kept-entries.ts'),
    import('#web/features/draws/kept-draws.ts'),
  ]);
  await Promise.allSettled([
    messages.forgetAccount(username),
    balances.forgetBalance(username),
    entries.forgetEntries(username),
    draws.forgetDraws(username),
  ]);
}
