import type { Readable } from 'node:stream';
import { ownDataPath } from '#contract/own-data.ts';
import { Bulkhead } from '#server/platform/bulkhead.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { spool } from '#server/platform/http/spool.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { withOwnData } from './collect-own-data.ts';
import type { DeletionDependencies } from './delete-own-data.ts';
import type { ExportDependencies } from './export-own-data.ts';
import { isTicketOf } from './export-ticket.ts';
import type { GetDeletionDependencies } from './get-deletion.ts';
import { fileOfOwnData } from './own-data-file.ts';
import { ownDataRoutes } from './routes.ts';

export interface OwnDataDependencies
  extends Omit<ExportDependencies, 'ticketKey'>,
    DeletionDependencies,
    GetDeletionDependencies {
  /** The key stored outside the database. */
  readonly secretKeys: Pick<SecretKeys, 'newest'>;
}

/** A file is compressed on the main thread, and holds a database connection: one at a time. */
const builtAtOnce = 1;
const queueMax = 8;

/** What members take along of what is kept about them, and how they have it deleted. */
export function openOwnData(dependencies: OwnDataDependencies): Feature {
  const { pool, secretKeys, wallNow } = dependencies;
  const ticketKey = keyFor('export tickets', secretKeys.newest);
  const bulkhead = new Bulkhead(builtAtOnce, queueMax);
  const sending = new Map<bigint, Readable>();
  return {
    bindings: ownDataRoutes({ ...dependencies, ticketKey }),
    files: [
      {
        path: ownDataPath,
        async read(memberId, ticket) {
          if (!isTicketOf(ticketKey, memberId, ticket, wallNow())) return null;
          const file = await bulkhead.run(turnOfMember(memberId), () =>
            withOwnData(pool, memberId, (ownData) => spool(fileOfOwnData(ownData))),
          );
          // A member's newest download alone takes up disk.
          sending.get(memberId)?.destroy();
          sending.set(memberId, file.stream);
          file.stream.once('close', () => {
            if (sending.get(memberId) === file.stream) sending.delete(memberId);
          });
          return { type: 'application/zip', ...file };
        },
      },
    ],
  };
}
