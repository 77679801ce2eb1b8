import { deleteOwnData, exportOwnData, getDeletion, ownDataPath } from '#contract/own-data.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { apiBase } from '#web/platform/api/request.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { session } from '#web/platform/session/session.ts';

/** Asks for the login password and fetches the file of everything that is kept about the member. */
export function useExportOwnData(onFile: (file: Blob) => void, onError: (error: unknown) => void) {
  return useOwnerWrite(exportOwnData, {
    onSuccess: ({ value: { ticket } }) => fetchFile(ticket).then(onFile, onError),
  });
}

async function fetchFile(ticket: string): Promise<Blob> {
  const response = await fetch(apiBase + ownDataPath.replace('{ticket}', ticket)).catch((error: unknown) => {
    throw new ApiFailure('unreachable', error);
  });
  if (!response.ok) throw new ApiFailure('unreadable');
  return await response.blob();
}

/** What is still open in the account. */
export function useGetDeletion(wanted: boolean) {
  return useRead(getDeletion, {}, { enabled: wanted, refetchOnMount: 'always' });
}

/** Deletes the personal part of the account; this phone is signed out with it. */
export function useDeleteOwnData() {
  return useOwnerWrite(deleteOwnData, {
    onSuccess() {
      session.signOut();
      queryClient.clear();
    },
  });
}
