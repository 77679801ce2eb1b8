import type { QueryClient } from '@tanstack/react-query';
import type { StreamEventName } from '#contract/events.ts';
import { invalidatePaths } from '../api/read-key.ts';

/**
 * The reads that each event makes stale, by the paths that their keys begin with: importing the operations would carry every one of
 * them to every page. A test holds the lists against the contract, so that a new read is not forgotten.
 */
export const staleReads = {
  /** Whatever follows from the member's money. */
  balances: [
    '/user/center',
    '/User/balance',
    '/api/wallet',
    '/api/purse',
    '/user/accountRecords',
    '/api/viplist',
    '/user/ctrecords',
    '/plans/detail/{plan}',
    '/api/recharge',
    '/wallet/deposit/{deposit}',
    '/withdrawals/list',
    '/withdrawals/detail/{withdrawal}',
    '/withdrawals/quote',
    '/withdrawals/times',
    '/api/financinlist',
    '/financing/quote',
    '/Mobile/Financing/log',
    '/financing/log',
    '/limits',
    '/weight/entries',
  ],
  withdrawal: ['/withdrawals/list', '/withdrawals/detail/{withdrawal}', '/withdrawals/quote'],
  /** Whatever tells how the account is secured. */
  security: [
    '/user/accountinfo',
    '/api/wallet',
    '/account/sessions',
    '/account/factors',
    '/security/acts',
    '/security/fundpassword',
    '/security/recovery',
    '/User/getbank',
    '/withdrawals/quote',
    '/limits',
    '/weight/entries',
  ],
  /** Whatever the stream keeps current beside balances. */
  resync: [
    '/user/ctrecords',
    '/plans/detail/{plan}',
    '/api/recharge',
    '/wallet/deposit/{deposit}',
    '/withdrawals/list',
    '/withdrawals/detail/{withdrawal}',
    '/withdrawals/quote',
    '/user/accountinfo',
    '/account/sessions',
    '/account/factors',
    '/security/acts',
    '/security/fundpassword',
    '/security/recovery',
    '/User/getbank',
    '/limits',
    '/weight/entries',
  ],
} as const satisfies Partial<Record<StreamEventName, readonly string[]>>;

type StaleMaker = keyof typeof staleReads;

/** One act comes as an answer and as one or two events: together they cost one read. */
const gatherMs = 50;

const gathered = new WeakMap<QueryClient, Set<string>>();

/** Marks what the event makes stale, in a moment: what is on the screen is read again, the rest when it is shown. */
export function markStale(client: QueryClient, event: StaleMaker): void {
  const waiting = gathered.get(client);
  const paths = waiting ?? new Set<string>();
  for (const path of staleReads[event]) paths.add(path);
  if (waiting) return;
  gathered.set(client, paths);
  setTimeout(() => {
    gathered.delete(client);
    void invalidatePaths(client, paths);
  }, gatherMs);
}

/** Money of the member moved, by this page's own call or by anything else. */
export function moneyMoved(client: QueryClient): void {
  markStale(client, 'balances');
}

export function makesStale(event: StreamEventName): event is StaleMaker {
  return event in staleReads;
}
