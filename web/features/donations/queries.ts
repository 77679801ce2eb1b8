import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Disbursement, disbursementsPerPage, donate, getGiving, listDisbursements } from '#contract/donations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { listBalanceRoots } from '#contract/proofs.ts';
import { checkFeed } from '#core/proofs/root-feed.ts';
import { call } from '#web/platform/api/call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { keptRoots } from '#web/platform/kept-roots.ts';
import { spanAround } from '#web/platform/snapshot-span.ts';
import { type CharityCheck, checkCharity, isWhole, receivedBy } from './charity-check.ts';
import { keepReceived, readKeptReceived } from './kept-received.ts';

const pollMs = 2_000;

/** The charity's columns and latest donors. Donations of others are not announced by the stream. */
export const useGetGiving = () => useRead(getGiving, {}, { refetchInterval: pollMs });

export const useDonate = () => useMoneyCall(donate, useInvalidate(getGiving));

/** Points that the member gave, and can give. */
export const useDonor = () =>
  useRead(getMember, {}, { select: ({ donated, assistance }) => ({ donated, available: assistance }) });

const checkEveryMs = 60_000;

/**
 * All disbursements, newest first, held against the newest published roots; the check is null before the first root. Read again soon while
 * their sums are not what the charity's columns say: a receipt is shown with its amount.
 */
export function useListDisbursements() {
  const client = useQueryClient();
  const giving = useGetGiving().data;
  const queryKey = readKey(listDisbursements, {}, 'checked');
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = client.getQueryData<CheckedDisbursements>(queryKey) ?? null;
      return readDisbursements({ known, signal, columns: () => client.getQueryData(readKey(getGiving, {})) });
    },
    refetchInterval: ({ state: { data } }) =>
      data && giving && !isWhole(data.disbursements, giving) ? pollMs : checkEveryMs,
  });
}

interface CheckedDisbursements {
  readonly disbursements: readonly Disbursement[];
  readonly check: CharityCheck | null;
  /** Whether the roots contradict each other, or those that this phone has seen; one that is not there yet is no contradiction. */
  readonly isContradicted: boolean;
  /** Digests of those roots: while they stay, no signature is checked again. */
  readonly digests: string;
}

interface Reading {
  /** What was read before: of the disbursements only what is newer is read. */
  readonly known: CheckedDisbursements | null;
  readonly signal: AbortSignal;
  /** The charity's columns as they were read last. */
  readonly columns: () => OutputOf<typeof getGiving> | undefined;
}

/** The roots first: what is disbursed after them is newer than they are in the list. */
async function readDisbursements({ known, signal, columns }: Reading): Promise<CheckedDisbursements> {
  const [newest, ...older] = await call(listBalanceRoots, {}, { signal });
  const listed = known?.disbursements ?? [];
  let disbursements = await readSince(listed, signal);
  const shown = columns();
  // One that another node made can be older than the newest known: then all are read again.
  if (listed.length > 0 && shown && !isWhole(disbursements, shown)) disbursements = await readSince([], signal);
  if (!newest) return { disbursements, check: null, isContradicted: false, digests: '' };
  const roots = [newest, ...older] as const;
  const check = checkCharity({ roots, kept: await readKeptReceived() }, disbursements, spanAround(newest.at));
  const seen = (await keptRoots.read()) ?? [];
  const digests = [...roots, ...seen].map(({ digest }) => digest).join(' ');
  const isContradicted =
    known?.digests === digests
      ? known.isContradicted
      : checkFeed(roots.toReversed(), seen).some(({ kind }) => kind !== 'withdrawn');
  if (check.matches && check.fall === null && !isContradicted) await keepReceived(receivedBy(newest));
  return { disbursements, check, isContradicted, digests };
}

/** Far more disbursements than the phone can be asked to add up. */
const pagesMax = 200;

/** All that are newer than the first known one, newest first, with the known ones behind them. */
async function readSince(known: readonly Disbursement[], signal: AbortSignal): Promise<readonly Disbursement[]> {
  const newer: Disbursement[] = [];
  for (let pages = 0; pages < pagesMax; pages++) {
    const before = newer.at(-1)?.id;
    const page = await call(listDisbursements, before === undefined ? {} : { before }, { signal });
    const from = page.findIndex(({ id }) => id === known[0]?.id);
    if (from !== -1) return [...newer, ...page.slice(0, from), ...known];
    newer.push(...page);
    if (page.length < disbursementsPerPage) break;
  }
  return newer;
}
