import type { QueryClient } from '@tanstack/react-query';
import type { StreamEventName } from '#contract/events.ts';
import { invalidatePaths } from './read-key.ts';

const plans = ['/user/ctrecords', '/plans/detail/{plan}'] as const;
const deposits = ['/api/recharge', '/wallet/deposit/{deposit}'] as const;
const withdrawals = ['/withdrawals/list', '/withdrawals/detail/{withdrawal}', '/withdrawals/quote'] as const;
const team = ['/user/team', '/user/invite'] as const;
const limitsAndWeight = ['/limits', '/weight/entries'] as const;
const notifications = ['/notifications/list'] as const;
const ofRounds = [
  '/order/thblist',
  '/rounds/results',
  '/rounds/detail/{round}',
  '/rounds/fairness',
  // A day's key is revealed with its last round, and the next day is published.
  '/rounds/days',
  '/order/thbtype',
] as const;
const orders = ['/order/thborder', '/rounds/follows'] as const;
const chat = ['/chat/log', '/chat/notice'] as const;
const draws = ['/draws/entries', '/draws/list'] as const;
const protection = [
  '/user/accountinfo',
  '/account/sessions',
  '/account/factors',
  '/security/acts',
  '/security/fundpassword',
  '/security/recovery',
  '/User/getbank',
] as const;

/**
 * The reads that each event makes stale, as the operation paths that their query keys start with: importing the operations would put all of
 * them on every page. A test compares the lists with the contract, so that a new read is not forgotten.
 */
export const staleReads = {
  /** Derived from the member's balances. */
  balances: [
    '/user/center',
    '/User/balance',
    '/api/wallet',
    '/api/purse',
    '/user/accountRecords',
    '/wallet/movements',
    '/wallet/movements/sum',
    '/api/viplist',
    ...plans,
    ...deposits,
    ...withdrawals,
    '/withdrawals/times',
    '/api/financinlist',
    '/financing/quote',
    '/Mobile/Financing/log',
    '/financing/log',
    '/user/weeksignin',
    '/tasks/list',
    ...orders,
    ...draws,
    ...limitsAndWeight,
    ...notifications,
    ...team,
  ],
  round: [...ofRounds, ...orders],
  withdrawal: withdrawals,
  chat,
  team,
  /** About the security of the account; an exclusion, which closes the daily draw, is one. */
  security: [
    ...protection,
    '/api/wallet',
    '/withdrawals/quote',
    '/draws/entries',
    ...limitsAndWeight,
    ...notifications,
  ],
  /** Kept current by the stream, beside balances. */
  resync: [
    ...plans,
    ...deposits,
    ...withdrawals,
    ...ofRounds,
    ...orders,
    ...draws,
    ...protection,
    ...limitsAndWeight,
    ...notifications,
    ...chat,
    ...team,
  ],
} as const satisfies Partial<Record<StreamEventName, readonly string[]>>;

type StaleMaker = keyof typeof staleReads;

/** Debounce: a change arrives as a response and as one or two events, which together cost one refetch. */
const gatherMs = 50;

const gathered = new WeakMap<QueryClient, Set<string>>();

/** Invalidates the event's reads after the debounce: active queries refetch now, others when they are next used. */
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

/** The member's balances changed, by this page's own call or otherwise. */
export function moneyMoved(client: QueryClient): void {
  markStale(client, 'balances');
}

export function makesStale(event: StreamEventName): event is StaleMaker {
  return event in staleReads;
}
