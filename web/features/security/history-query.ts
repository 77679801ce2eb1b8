import { useQuery } from '@tanstack/react-query';
import { getLimits } from '#contract/limits.ts';
import { getNotificationSettings } from '#contract/notifications.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { listSecurityActs } from '#contract/security.ts';
import { call } from '#web/platform/api/call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { checkHeld, type HeldValues, type SeenAct, type ValueFault } from './held-values.ts';
import {
  type ActFault,
  actFaults,
  keepHistory,
  type ListedHistory,
  merged,
  readKeptHistory,
  readListed,
} from './kept-history.ts';

/** What is read to be held against the history. */
export type HeldSubject = keyof HeldValues;

export interface HistoryCheck {
  readonly faults: readonly (ActFault | ValueFault)[];
  /** Since when this phone keeps the history, in ms; null where it kept nothing before. */
  readonly keptSince: number | null;
  /** Whether some value is held against nothing yet. */
  readonly isFirst: boolean;
  readonly isKept: boolean;
}

/** What the server says, as the check reads it: values before the history that has to explain them. */
export interface HistorySource {
  values(): Promise<HeldValues>;
  list(kept: readonly SeenAct[]): Promise<ListedHistory>;
}

const attempts = 3;

/** Holds the values (`isWhole`: all of them) and the listed history against what this phone has seen, and keeps what was right. */
export async function checkHistory(
  username: string,
  { values, list }: HistorySource,
  isWhole = false,
): Promise<HistoryCheck> {
  const kept = await readKeptHistory(username);
  for (let attempt = 1; ; attempt++) {
    const standing = await values();
    const listed = await list(kept?.acts ?? []);
    const acts = merged(kept?.acts ?? [], listed.acts);
    const held = checkHeld(standing, acts, kept?.values ?? {});
    // A change between the reads makes them disagree: read again, and report what stays.
    if (held.faults.length > 0 && attempt < attempts) continue;
    const faults = [...actFaults(listed, kept?.acts ?? []), ...held.faults];
    // What was listed alone: what was kept may be gone meanwhile, as of an earlier account of that name.
    const isKept = await keepHistory(username, listed.acts, held.standing, isWhole);
    return { faults, keptSince: kept?.since ?? null, isFirst: held.isFirst, isKept };
  }
}

/** What the server says of these subjects. */
const sourceOf = (
  subjects: readonly HeldSubject[],
  options: { readonly signal?: AbortSignal } = {},
): HistorySource => ({
  values: async () => {
    const [limits, account, settings] = await Promise.all([
      subjects.includes('limits') ? call(getLimits, {}, options) : undefined,
      subjects.includes('account') ? call(getAccountInfo, {}, options) : undefined,
      subjects.includes('settings') ? call(getNotificationSettings, {}, options) : undefined,
    ]);
    return { ...(limits && { limits }), ...(account && { account }), ...(settings && { settings }) };
  },
  list: (kept) => readListed((before) => call(listSecurityActs, { before }, options), kept),
});

/** The values of these subjects, held against the security history that this phone keeps of the member. */
export function useHistoryCheck(username: string, subjects: readonly HeldSubject[]) {
  return useQuery({
    queryKey: readKey(listSecurityActs, {}, 'held', username, subjects.join(' ')),
    queryFn: ({ signal }) => checkHistory(username, sourceOf(subjects, { signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

const dayMs = 24 * 60 * 60_000;

/** Checks all subjects where that was not done within a day; returns whether something differs. A browser that keeps nothing checks nothing. */
export async function checkDaily(username: string): Promise<boolean> {
  const kept = await readKeptHistory(username);
  if (kept === null || (kept !== undefined && Math.abs(Date.now() - kept.checkedAt) < dayMs)) return false;
  return (await checkHistory(username, sourceOf(['limits', 'account', 'settings']), true)).faults.length > 0;
}
