import { useMutation } from '@tanstack/react-query';
import {
  exportAccountRecords,
  getAccountRecord,
  getPurse,
  getWallet,
  listAccountRecords,
  type RecordAccount,
  type RecordRange,
} from '#contract/wallet.ts';
import { call } from '#web/platform/api/call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';

const pollMs = 5000;
/** 2,000 rows each. */
const exportPartsMax = 500;

export interface RecordFilter {
  readonly range: RecordRange | null;
  readonly account: RecordAccount | null;
}

export function useGetWallet() {
  return useRead(getWallet, {}, { refetchInterval: usePollWhenBehind(pollMs) });
}

/** Balances by account. */
export function useGetPurse() {
  return useRead(getPurse, {}, { refetchInterval: usePollWhenBehind(pollMs) });
}

/** Account records, newest first, by pages. */
export function useListAccountRecords(filter: RecordFilter) {
  return usePages(listAccountRecords, filterInput(filter), {
    placeholderData: (before) => before,
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** The transfer of a record; immutable. */
export function useGetAccountRecord(transfer: string | null) {
  return useRead(
    getAccountRecord,
    { transfer: transfer ?? '' },
    { enabled: transfer !== null, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Fetches all records in chunks and joins them to one CSV text. */
export function useExportAccountRecords() {
  return useMutation({
    mutationFn: async (filter: RecordFilter) => {
      let csv = '';
      let lines = 0;
      let before: string | undefined;
      for (let part = 0; part < exportPartsMax; part += 1) {
        const chunk = await call(exportAccountRecords, { ...filterInput(filter), before });
        csv += chunk.csv;
        lines += chunk.lines;
        if (chunk.next === null) return { csv, lines };
        before = chunk.next;
      }
      throw new Error(`the records have more than ${exportPartsMax} parts`);
    },
  });
}

function filterInput({ range, account }: RecordFilter) {
  return { ...(range === null ? {} : { range }), ...(account === null ? {} : { account }) };
}
