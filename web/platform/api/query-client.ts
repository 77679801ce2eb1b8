import { QueryClient } from '@tanstack/react-query';
import { ApiFailure, ApiRefusal } from './refusal.ts';

const readRetriesMax = 2;

/** A read is tried again when no answer came or the server was busy; a refusal stands. */
export function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= readRetriesMax) return false;
  if (error instanceof ApiFailure) return error.kind !== 'unreadable';
  return error instanceof ApiRefusal && error.code === 'serverBusy';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: worthRetrying,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      staleTime: 2000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    // A submission while offline fails at once and says so, instead of waiting unseen for the network.
    mutations: { retry: false, networkMode: 'always' },
  },
});
