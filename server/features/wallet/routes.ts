import * as contract from '#contract/wallet.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { exportAccountRecords } from './export-account-records.ts';
import { getAccountRecord } from './get-account-record.ts';
import { getPurse } from './get-purse.ts';
import { getWallet } from './get-wallet.ts';
import { listAccountRecords, type RecordDependencies } from './list-account-records.ts';

export interface WalletRoutesDependencies extends RecordDependencies {
  readonly ledgerReader: Pick<LedgerReader, 'balancesOf'>;
}

/** Rate-limit cost of exporting thousands of records. */
const exportWeight = 20;

export function walletRoutes(dependencies: WalletRoutesDependencies): readonly Binding[] {
  const { pool, ledgerReader, clock } = dependencies;
  return bindAll('wallet', contract, {
    getWallet: (_, { member }) => getWallet(pool, clock, member),
    getPurse: (_, { member }) => getPurse(ledgerReader, member.memberId),
    listAccountRecords: (input, { member }) => listAccountRecords(dependencies, member, input),
    exportAccountRecords: {
      handler: (input, { member }) => exportAccountRecords(dependencies, member, input),
      weight: exportWeight,
    },
    getAccountRecord: ({ transfer }, { member }) => getAccountRecord(pool, member.memberId, transfer),
  });
}
