import { api } from '#contract/api.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { MovementSums } from '#server/ledger/movement-sums.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { exportAccountRecords } from './export-account-records.ts';
import { getAccountRecord } from './get-account-record.ts';
import { getPurse } from './get-purse.ts';
import { getWallet } from './get-wallet.ts';
import { listAccountRecords, type RecordDependencies } from './list-account-records.ts';
import { listMemberRecords } from './list-member-records.ts';
import { listMovements } from './list-movements.ts';
import { sumMovements } from './sum-movements.ts';

export interface WalletRoutesDependencies extends RecordDependencies {
  readonly ledgerReader: Pick<LedgerReader, 'balancesOf'>;
  readonly memberNumbers: MemberNumbers;
  readonly movementSums: MovementSums;
}

/** Rate-limit cost of exporting thousands of records. */
const exportWeight = 20;
/** Of reading a member's whole history, for the first sum. */
const sumWeight = 4;

export function walletRoutes(dependencies: WalletRoutesDependencies): readonly Binding[] {
  const { pool, ledgerReader } = dependencies;
  return bindAll('wallet', api.wallet, {
    getWallet: (_, { member }) => getWallet(dependencies, member),
    getPurse: (_, { member }) => getPurse(ledgerReader, member.memberId),
    listAccountRecords: (input, { member }) => listAccountRecords(dependencies, member, input),
    listMovements: (input, { member }) => listMovements(dependencies, member, input),
    sumMovements: { handler: (input, { member }) => sumMovements(dependencies, member, input), weight: sumWeight },
    exportAccountRecords: {
      handler: (input, { member }) => exportAccountRecords(dependencies, member, input),
      weight: exportWeight,
    },
    listMemberRecords: (input, { operator }) => listMemberRecords(dependencies, input, operator),
    getAccountRecord: ({ transfer }, { member }) => getAccountRecord(pool, member.memberId, transfer),
  });
}
