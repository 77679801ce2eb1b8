/** Removes what this phone keeps of an account that was deleted: held against the next one of its name, it would differ. */
export async function forgetAccountHere(username: string): Promise<void> {
  const forgetting = [
    import('#web/features/support/kept-messages.ts').then((chat) => chat.forgetAccount(username)),
    import('#web/features/weight/kept-entries.ts').then((weight) => weight.forgetEntries(username)),
    import('#web/features/proofs/kept-balance.ts').then((proofs) => proofs.forgetBalance(username)),
    import('#web/features/draws/kept-draws.ts').then((draws) => draws.forgetDraws(username)),
  ];
  // Browsers that keep nothing have nothing to forget.
  await Promise.allSettled(forgetting);
}
