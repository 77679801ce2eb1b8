import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { AccountRecord, exportAccountRecords as operation } from '#contract/wallet.ts';
import { amount, toDecimal } from '#core/money/amount.ts';
import { boundsOf, type RecordBounds } from '#server/ledger/record-filter.ts';
import { listRecords } from '#server/ledger/statement.ts';
import { readPage } from '#server/platform/read-page.ts';
import type { Session } from '#server/platform/session.ts';
import { placedFilterOf, type RecordDependencies } from './list-account-records.ts';

export const linesPerPart = 2_000;

const headLine = 'time,kind,reference,account,asset,amount,balance,transfer';

/**
 * Streams the records as CSV (RFC 4180). No field is user input: nothing needs quoting, and no formula injection is possible.
 */
export async function exportAccountRecords(
  dependencies: RecordDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  request: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const owner = { memberId, timeZone, now: dependencies.clock.now() };
  const { before, bounds = boundsOf(owner, request) } = request.before === undefined ? {} : placeOf(request.before);
  const filter = { ...(await placedFilterOf(dependencies.pool, memberId, { ...request, before })), bounds };
  const part = await readPage(linesPerPart, (limit) => listRecords(dependencies.pool, owner, filter, limit));
  const lines = part.rows.map(lineOf);
  if (filter.before === null) lines.unshift(headLine);
  return {
    csv: lines.map((line) => `${line}\r\n`).join(''),
    lines: part.rows.length,
    next: part.edge === null ? null : nextOf(part.edge, bounds),
  };
}

/** The next part is of the same moments, though the member's day or time zone become others. */
function nextOf({ id }: AccountRecord, { since, until }: RecordBounds): string {
  return since === null && until === null ? id : `${id}_${since?.getTime() ?? ''}_${until?.getTime() ?? ''}`;
}

function placeOf(next: string): { readonly before: string | undefined; readonly bounds?: RecordBounds } {
  const [before, since, until] = next.split('_');
  if (since === undefined) return { before };
  const momentOf = (ms: string | undefined) => (ms ? new Date(Number(ms)) : null);
  return { before, bounds: { since: momentOf(since), until: momentOf(until) } };
}

function lineOf({ at, kind, reference, account, asset, amount: change, balance, transferId }: AccountRecord): string {
  const decimal = (units: bigint): string => toDecimal(asset, amount(asset, units));
  const time = new Date(at).toISOString();
  return [time, kind, reference, account, asset, decimal(change), decimal(balance), transferId].join(',');
}
