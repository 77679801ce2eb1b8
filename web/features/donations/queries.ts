import { useQuery } from '@tanstack/react-query';
import { type Disbursement, disbursementsPerPage, donate, getGiving, listDisbursements } from '#contract/donations.ts';
import { getMember } from '#contract/profile.ts';
import { listBalanceRoots } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { spanAround } from '#web/platform/snapshot-span.ts';
import { type CharityCheck, checkCharity, isWhole } from './charity-check.ts';

const pollMs = 2_000;

/** The charity's columns and latest donors. Donations of others are not announced by the stream. */
export function useGetGiving() {
  return useRead(getGiving, {}, { refetchInterval: pollMs });
}

export const useDonate = () => useMoneyCall(donate, useInvalidate(getGiving));

/** Points that the member gave, and can give. */
export function useDonor() {
  return useRead(getMember, {}, { select: ({ donated, assistance }) => ({ donated, available: assistance }) });
}

const checkEveryMs = 60_000;

/**
 * All disbursements, newest first, held against the newest published root; the check is null before the first root. Read again soon while
 * their sums are not what the charity's columns say: a receipt is shown with its amount.
 */
export function useListDisbursements() {
  const giving = useGetGiving().data;
  return useQuery({
    queryKey: readKey(listDisbursements, {}, 'checked'),
    queryFn: ({ signal }) => readDisbursements(signal),
    refetchInterval: ({ state: { data } }) =>
      data && giving && !isWhole(data.disbursements, giving) ? pollMs : checkEveryMs,
  });
}

interface CheckedDisbursements {
  readonly disbursements: readonly Disbursement[];
  readonly check: CharityCheck | null;
}

/** The root first: what is disbursed after it is newer than it in the list. */
async function readDisbursements(signal: AbortSignal): Promise<CheckedDisbursements> {
  const [root] = await call(listBalanceRoots, {}, { signal });
  const disbursements: Disbursement[] = [];
  let page: readonly Disbursement[];
  do {
    const before = disbursements.at(-1)?.id;
    page = await call(listDisbursements, before === undefined ? {} : { before }, { signal });
    disbursements.push(...page);
  } while (page.length === disbursementsPerPage);
  return { disbursements, check: root ? checkCharity(root, disbursements, spanAround(root.at)) : null };
}
