import { QueryClient } from '@tanstack/react-query';
import { ApiFailure, ApiRefusal } from './refusal.ts';

const readRetriesMax = 2;
/** Lower bound of the poll interval of a query that shows an error. */
const failedPollMs = 30_000;

/** Reads are retried after network failures and when the server is busy; refusals and timeouts are final. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= readRetriesMax) return false;
  if (error instanceof ApiFailure) return error.kind === 'unreachable';
  return error instanceof ApiRefusal && error.code === 'serverBusy';
}

interface ReadState {
  readonly data: unknown;
  /** Failures after all retries. */
  readonly errorUpdateCount: number;
}

/** The poll interval, longer while there is only an error to show: a message must not come and go under a finger. */
export function pollInterval(
  wantedMs: number | false | undefined,
  { data, errorUpdateCount }: ReadState,
): number | false {
  if (!wantedMs) return false;
  return data === undefined && errorUpdateCount > 0 ? Math.max(wantedMs, failedPollMs) : wantedMs;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      staleTime: 2000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // Without a network a read fails at once instead of pausing silently; it is refetched on reconnect.
      networkMode: 'always',
    },
    // Mutations fail at once when offline, for the same reason.
    mutations: { retry: false, networkMode: 'always' },
  },
});

const withDefaults = queryClient.defaultQueryOptions.bind(queryClient);

queryClient.defaultQueryOptions = (options) => {
  const defaulted = withDefaults(options);
  const { refetchInterval: wanted } = defaulted;
  if (!wanted || options._defaulted) return defaulted;
  return {
    ...defaulted,
    refetchInterval: (query) => pollInterval(typeof wanted === 'function' ? wanted(query) : wanted, query.state),
  };
};

/** Refetches every active query that failed. */
export function retryFailedReads(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
