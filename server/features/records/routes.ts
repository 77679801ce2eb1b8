import type pg from 'pg';
import { exportAccountRecords, getAccountRecord, getPurse, getWallet, listAccountRecords } from '#contract/records.ts';
import type { Books } from '#server/ledger/books.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { exportAccountRecords as writeCsv } from './export-account-records.ts';
import { getAccountRecord as readTransfer } from './get-account-record.ts';
import { getPurse as readPurse } from './get-purse.ts';
import { getWallet as readWallet } from './get-wallet.ts';
import { type RecordNeeds, listAccountRecords as readPage } from './list-account-records.ts';

export interface RecordRoutesNeeds extends RecordNeeds {
  readonly pool: pg.Pool;
  readonly books: Pick<Books, 'balancesOf'>;
}

/** Thousands of records cost as much as a few dozen calls. */
const exportWeight = 20;

export function recordRoutes(needs: RecordRoutesNeeds): Binding[] {
  const { pool, books, clock, store } = needs;
  return [
    bind(getWallet, (_, { member }) => readWallet(pool, clock, member)),
    bind(getPurse, (_, { member }) => readPurse(books, member.memberId)),
    bind(listAccountRecords, (input, { member }) => readPage(needs, member, input)),
    bind(exportAccountRecords, (input, { member }) => writeCsv(needs, member, input), { weight: exportWeight }),
    bind(getAccountRecord, ({ transfer }, { member }) => readTransfer(store, member.memberId, transfer)),
  ];
}
