import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { Operation, OutputOf } from '#contract/operation.ts';
import { showFailure } from '../feedback/outcome-toasts.ts';
import { saveWire } from './save-wire.ts';

/** What proves something, read again for each check, and saved as a file of that name. */
export function useProofFile<O extends Operation>(name: string, operation: O, query: UseQueryResult<OutputOf<O>>) {
  const load = async (): Promise<OutputOf<O>> => {
    const { data, error } = await query.refetch();
    if (!data) throw error ?? new Error('there is no proof');
    return data;
  };
  const download = useMutation({
    mutationFn: load,
    onSuccess: (data) => saveWire(name, operation, data),
    onError: showFailure,
  });
  return { load, download };
}
