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
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';

const pollMs = 5000;
/** 2000 lines each. */
const exportPartsMax = 500;

export interface RecordFilter {
  readonly range: RecordRange | null;
  readonly account: RecordAccount | null;
}

/** Balance, locked amount and today's profit. */
export function useGetWallet() {
  useBalanceEvents();
  return useRead(getWallet, {}, { refetchInterval: usePollWhenBehind(pollMs) });
}

/** What lies on each account. */
export function useGetPurse() {
  return useRead(getPurse, {}, { refetchInterval: usePollWhenBehind(pollMs) });
}

/** Changes of the member's accounts, newest first, page by page. */
export function useListAccountRecords(filter: RecordFilter) {
  useBalanceEvents();
  return usePages(listAccountRecords, given(filter), {
    placeholderData: (before) => before,
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** The transfer behind a record. It never changes. */
export function useGetAccountRecord(transfer: string | null) {
  return useRead(
    getAccountRecord,
    { transfer: transfer ?? '' },
    { enabled: transfer !== null, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Fetches the records part by part and gives them as one CSV text. */
export function useExportAccountRecords() {
  return useMutation({
    mutationFn: async (filter: RecordFilter) => {
      let csv = '';
      let lines = 0;
      let before: string | undefined;
      for (let part = 0; part < exportPartsMax; part += 1) {
        const answer = await call(exportAccountRecords, { ...given(filter), before });
        csv += answer.csv;
        lines += answer.lines;
        if (answer.next === null) return { csv, lines };
        before = answer.next;
      }
      throw new Error(`the records have more than ${exportPartsMax} parts`);
    },
  });
}

function given({ range, account }: RecordFilter) {
  return { ...(range === null ? {} : { range }), ...(account === null ? {} : { account }) };
}

/** Whatever moves a balance is told by the stream. */
function useBalanceEvents(): void {
  const refresh = useInvalidate(getWallet, getPurse, listAccountRecords);
  useStreamEvent('deposit', refresh);
  useStreamEvent('withdrawal', refresh);
  useStreamEvent('plan', refresh);
}
