import { del } from 'idb-keyval';
import { deleteOwnData, exportOwnData, getDeletion } from '#contract/own-data.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';
import { session } from '#web/platform/session/session.ts';
import { fetchOwnData } from './fetch-own-data.ts';

/** Asks for the login password and fetches the file of everything that is kept about the member. */
export function useExportOwnData(onFile: (file: Blob) => void, onError: (error: unknown) => void) {
  return useOwnerWrite(exportOwnData, {
    onSuccess: ({ value: { ticket } }) => fetchOwnData(ticket).then(onFile, onError),
  });
}

/** What is still open in the account. */
export function useGetDeletion(wanted: boolean) {
  return useRead(getDeletion, {}, { enabled: wanted, refetchOnMount: 'always' });
}

/** Removes what this phone keeps under the name of a deleted account: the next one of that name would differ from it. */
async function forgetName(name: string | null): Promise<void> {
  if (name === null) return;
  await Promise.allSettled(
    Object.values(keptByName).map(([database, store]) => del(name, deviceDatabase(database, store))),
  );
}

/** Deletes the personal part of the account; this phone is signed out with it. */
export function useDeleteOwnData() {
  return useOwnerWrite(deleteOwnData, {
    onSuccess() {
      void forgetName(session.username());
      session.signOut();
      queryClient.clear();
    },
  });
}
