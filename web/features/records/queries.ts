import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  exportAccountRecords,
  getAccountRecord,
  getPurse,
  getWallet,
  listAccountRecords,
  type RecordAccount,
  type RecordRange,
} from '#contract/records.ts';
import { call } from '#web/platform/api/call.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';

const pollMs = 5000;
const pageSize = 20;
/** 2000 lines each. */
const exportPartsMax = 500;

export interface RecordFilter {
  readonly range: RecordRange | null;
  readonly account: RecordAccount | null;
}

/** Balance, locked amount and today's profit. */
export function useWallet() {
  useBalanceEvents();
  return useQuery({
    queryKey: [getWallet.name],
    queryFn: ({ signal }) => call(getWallet, {}, { signal }),
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** What lies on each account. */
export function usePurse() {
  return useQuery({
    queryKey: [getPurse.name],
    queryFn: ({ signal }) => call(getPurse, {}, { signal }),
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** Changes of the member's accounts, newest first, page by page. */
export function useRecords(filter: RecordFilter) {
  useBalanceEvents();
  return useInfiniteQuery({
    queryKey: [listAccountRecords.name, filter.range, filter.account],
    queryFn: ({ signal, pageParam }) => call(listAccountRecords, { ...given(filter), before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    placeholderData: (before) => before,
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** The transfer behind a record. It never changes. */
export function useRecord(transfer: string | null) {
  return useQuery({
    queryKey: [getAccountRecord.name, transfer],
    queryFn: ({ signal }) => call(getAccountRecord, { transfer: transfer ?? '' }, { signal }),
    enabled: transfer !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches the records part by part and gives them as one CSV text. */
export function useExportRecords() {
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
  const client = useQueryClient();
  const refresh = () => {
    for (const { name } of [getWallet, getPurse, listAccountRecords])
      void client.invalidateQueries({ queryKey: [name] });
  };
  useStreamEvent('deposit', refresh);
  useStreamEvent('withdrawal', refresh);
  useStreamEvent('plan', refresh);
}
