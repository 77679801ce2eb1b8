import { api } from '#contract/api.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import { createMovementSums } from '#server/ledger/movement-sums.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { exportAccountRecords } from './export-account-records.ts';
import { getAccountRecord } from './get-account-record.ts';
import { getPurse } from './get-purse.ts';
import { getWallet } from './get-wallet.ts';
import { listAccountRecords, type RecordDependencies } from './list-account-records.ts';
import { listMemberRecords } from './list-member-records.ts';
import { listMovements } from './list-movements.ts';
import { sumMovements } from './sum-movements.ts';

/** Rate-limit cost of exporting thousands of records. */
const exportWeight = 20;
/** Of reading a member's whole history, for the first sum. */
const sumWeight = 4;

export interface WalletDependencies extends RecordDependencies {
  readonly ledgerReader: Pick<LedgerReader, 'balancesOf'>;
  readonly memberNumbers: MemberNumbers;
}

/** The wallet's figures and the records behind them. */
export function openWallet(dependencies: WalletDependencies): Feature {
  const { pool, ledgerReader } = dependencies;
  const own = { ...dependencies, movementSums: createMovementSums(pool) };
  return {
    bindings: bindAll('wallet', api.wallet, {
      getWallet: (_, { member }) => getWallet(own, member),
      getPurse: (_, { member }) => getPurse(ledgerReader, member.memberId),
      listAccountRecords: (input, { member }) => listAccountRecords(own, member, input),
      listMovements: (input, { member }) => listMovements(own, member, input),
      sumMovements: { handler: (input, { member }) => sumMovements(own, member, input), weight: sumWeight },
      exportAccountRecords: {
        handler: (input, { member }) => exportAccountRecords(own, member, input),
        weight: exportWeight,
      },
      listMemberRecords: (input, { operator }) => listMemberRecords(own, input, operator),
      getAccountRecord: ({ transfer }, { member }) => getAccountRecord(pool, member.memberId, transfer),
    }),
  };
}
