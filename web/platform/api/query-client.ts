import { QueryClient } from '@tanstack/react-query';
import { ApiFailure, ApiRefusal } from './refusal.ts';

const readRetriesMax = 2;
/** A read that shows why it failed is asked for again by itself no faster than this. */
const failedPollMs = 30_000;

/** A read is tried again when the network failed or the server was busy; a refusal stands, and so does a wait that was in vain. */
export function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= readRetriesMax) return false;
  if (error instanceof ApiFailure) return error.kind === 'unreachable';
  return error instanceof ApiRefusal && error.code === 'serverBusy';
}

interface ReadState {
  readonly data: unknown;
  /** How often it has failed for good. */
  readonly errorUpdateCount: number;
}

/** The pause between two polls, longer while there is only a failure to show: a message must not come and go under a finger. */
export function pollPause(wantedMs: number | false | undefined, { data, errorUpdateCount }: ReadState): number | false {
  if (!wantedMs) return false;
  return data === undefined && errorUpdateCount > 0 ? Math.max(wantedMs, failedPollMs) : wantedMs;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: worthRetrying,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      staleTime: 2000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // Without a network a read fails and says so, instead of waiting unseen; it is asked for again when the network is back.
      networkMode: 'always',
    },
    // A submission while offline fails at once, for the same reason.
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
    refetchInterval: (query) => pollPause(typeof wanted === 'function' ? wanted(query) : wanted, query.state),
  };
};

/** Asks again for everything on the screen that failed. */
export function retryFailedReads(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
