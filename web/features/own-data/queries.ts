import { deleteOwnData, exportOwnData, getDeletion } from '#contract/own-data.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { session } from '#web/platform/session/session.ts';
import { fetchOwnData } from './fetch-own-data.ts';

/** Asks for the login password and fetches the file of everything that is kept about the member. */
export function useExportOwnData(onFile: (file: Blob) => void, onError: (error: unknown) => void) {
  return useOwnerWrite(exportOwnData, {
    onSuccess: ({ value: { ticket } }) => fetchOwnData(ticket).then(onFile, onError),
  });
}

/** What is still open in the account. */
export const useGetDeletion = (wanted: boolean) =>
  useRead(getDeletion, {}, { enabled: wanted, refetchOnMount: 'always' });

/** Deletes the personal part of the account; this phone is signed out with it. */
export function useDeleteOwnData() {
  const lookAgain = useInvalidate(getDeletion);
  return useOwnerWrite(deleteOwnData, {
    // What came in since the look: the list says it.
    onSettled: (_, error) => void (error && lookAgain()),
    onSuccess() {
      session.signOut();
      queryClient.clear();
    },
  });
}
