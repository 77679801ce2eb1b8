import type { OutputOf } from '#contract/operation.ts';
import type { getPurse as operation } from '#contract/wallet.ts';
import { memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';

/** The balance of each of the member's accounts, in one snapshot. */
export async function getPurse(
  ledgerReader: Pick<LedgerReader, 'balancesOf'>,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const balances = await ledgerReader.balancesOf(memberId);
  if (!balances) throw new Error(`member ${memberId} has no accounts`);
  return memberAccountNames.map((account) => ({
    account,
    asset: memberAccounts[account].asset,
    balance: balances[account] as bigint,
  }));
}
