import type { OutputOf } from '#contract/operation.ts';
import type { AccountRecord, exportAccountRecords as operation } from '#contract/wallet.ts';
import { amount, toDecimal } from '#core/money/amount.ts';
import { listRecords } from '#server/ledger/statement.ts';
import { readPage } from '#server/platform/read-page.ts';
import type { Session } from '#server/platform/session.ts';
import { placedFilterOf, type RecordDependencies, type RecordRequest } from './list-account-records.ts';

export const linesPerPart = 2_000;

const headLine = 'time,kind,reference,account,asset,amount,balance,transfer';

/**
 * Streams the records as CSV (RFC 4180). No field is user input: nothing needs quoting, and no formula injection is possible.
 */
export async function exportAccountRecords(
  dependencies: RecordDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  request: RecordRequest,
): Promise<OutputOf<typeof operation>> {
  const filter = await placedFilterOf(dependencies.pool, memberId, request);
  const owner = { memberId, timeZone, now: dependencies.clock.now() };
  const part = await readPage(linesPerPart, (limit) => listRecords(dependencies.pool, owner, filter, limit));
  const lines = part.rows.map(lineOf);
  if (filter.before === null) lines.unshift(headLine);
  return {
    csv: lines.map((line) => `${line}\r\n`).join(''),
    lines: part.rows.length,
    next: part.edge?.id ?? null,
  };
}

function lineOf({ at, kind, reference, account, asset, amount: change, balance, transferId }: AccountRecord): string {
  const decimal = (units: bigint): string => toDecimal(asset, amount(asset, units));
  const time = new Date(at).toISOString();
  return [time, kind, reference, account, asset, decimal(change), decimal(balance), transferId].join(',');
}
