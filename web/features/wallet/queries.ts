import { useMutation } from '@tanstack/react-query';
import { exportAccountRecords, getAccountRecord, getPurse, getWallet, type RecordRange } from '#contract/wallet.ts';
import { listMovements, sumMovements } from '#contract/wallet-movements.ts';
import type { MemberAccountName } from '#core/ledger/accounts.ts';
import { transferKinds } from '#core/ledger/transfer.ts';
import type { Asset } from '#core/money/amount.ts';
import { call } from '#web/platform/api/call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { msToNextMemberDay } from '#web/platform/next-day.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';

const pollMs = 5000;
/** 2,000 rows each. */
const exportPartsMax = 500;

/** As the form has it; an empty text filters nothing. */
export interface RecordFilter {
  /** Points have a statement of their own. */
  readonly asset: Asset;
  readonly range: RecordRange | null;
  readonly account: MemberAccountName | null;
  /** Days as YYYY-MM-DD. */
  readonly from: string;
  readonly until: string;
  readonly search: string;
}

export const noFilterOf = (asset: Asset): RecordFilter => {
  return { asset, range: null, account: null, from: '', until: '', search: '' };
};

export function isEverything({ range, account, from, until, search }: RecordFilter): boolean {
  return range === null && account === null && from + until + search.trim() === '';
}

export const useGetWallet = () =>
  useRead(getWallet, {}, { refetchInterval: usePollWhenBehind(pollMs) || msToNextMemberDay });

/** Balances by account. */
export const useGetPurse = () => useRead(getPurse, {}, { refetchInterval: usePollWhenBehind(pollMs) });

/** Movements, newest first, by pages. */
export function useListMovements(filter: RecordFilter) {
  return usePages(listMovements, useFilterInput()(filter), {
    placeholderData: (before) => before,
    refetchInterval: useDaysOf(filter),
  });
}

export function useSumMovements(filter: RecordFilter) {
  return useRead(sumMovements, useFilterInput()(filter), {
    placeholderData: (before) => before,
    refetchInterval: useDaysOf(filter),
  });
}

/** A range is of other days once the next one has begun. */
const useDaysOf = ({ range }: RecordFilter) => usePollWhenBehind(pollMs) || (range !== null && msToNextMemberDay);

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
  const filterInput = useFilterInput();
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

/** A search finds the kinds whose name in the member's language has the text in it, and references that begin with it. */
function useFilterInput() {
  const t = useText();
  return ({ asset, range, account, from, until, search }: RecordFilter) => {
    const text = search.trim();
    const wanted = text.toLocaleLowerCase();
    const kinds = transferKinds.filter((kind) => t(`wallet.kind-${kind}`).toLocaleLowerCase().includes(wanted));
    return {
      asset,
      ...(range === null ? {} : { range }),
      ...(account === null ? {} : { account }),
      ...(from === '' ? {} : { from }),
      ...(until === '' ? {} : { until }),
      ...(text === '' ? {} : { search: text }),
      ...(text === '' || kinds.length === 0 ? {} : { kinds }),
    };
  };
}
