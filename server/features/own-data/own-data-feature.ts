import type { Readable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import * as contract from '#contract/own-data.ts';
import { ownDataPath } from '#contract/own-data.ts';
import { Bulkhead } from '#server/platform/bulkhead.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import { type SpooledFile, spool } from '#server/platform/http/spool.ts';
import { turnOfMember } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { recordActOnce, type SecurityActs } from '#server/platform/security-acts.ts';
import { withOwnData } from './collect-own-data.ts';
import { type DeletionDependencies, deleteOwnData } from './delete-own-data.ts';
import { type ExportDependencies, exportOwnData } from './export-own-data.ts';
import { actOfTicket } from './export-ticket.ts';
import { type GetDeletionDependencies, getDeletion } from './get-deletion.ts';
import { fileOfOwnData } from './own-data-file.ts';

export interface OwnDataDependencies
  extends Omit<ExportDependencies, 'ticketKey'>,
    DeletionDependencies,
    GetDeletionDependencies {
  /** The key stored outside the database. */
  readonly secretKeys: Pick<SecretKeys, 'newest'>;
  readonly acts: SecurityActs;
}

/** A file is compressed on the main thread, and holds a database connection: one at a time. */
const builtAtOnce = 1;
const queueMax = 8;

/** What members take along of what is kept about them, and how they have it deleted. */
export function openOwnData(dependencies: OwnDataDependencies): Feature {
  const { pool, secretKeys, wallNow, clock, acts } = dependencies;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const ticketKey = keyFor('export tickets', secretKeys.newest);
  const own = { ...dependencies, ticketKey };
  const bulkhead = new Bulkhead(builtAtOnce, queueMax);
  const sending = new Map<bigint, Readable>();
  /** Members whose file is being built, or waits for that. */
  const building = new Set<bigint>();
  const build = async (memberId: bigint, mark: string): Promise<SpooledFile | null> => {
    // A ticket that was used is none: its act is there.
    const used = { act: 'ownDataExported', mark, at: Math.trunc(clock.now()) } as const;
    if (!(await recordActOnce(tables, memberId, used))) return null;
    await acts.announce(memberId, 'ownDataExported');
    return await withOwnData(pool, memberId, (ownData) => spool(fileOfOwnData(ownData)));
  };
  return {
    bindings: bindAll('own-data', contract, {
      exportOwnData: { handler: (input, call) => exportOwnData(own, input, call), weight: passwordWeight },
      getDeletion: (_, { member }) => getDeletion(own, member.memberId),
      deleteOwnData: { handler: (input, call) => deleteOwnData(own, input, call), weight: passwordWeight },
    }),
    files: [
      {
        path: ownDataPath,
        async read(memberId, ticket) {
          const act = actOfTicket(ticketKey, memberId, ticket, wallNow());
          if (act === null) return null;
          // One member takes one place of the queue, so that nobody keeps the others from theirs.
          if (building.has(memberId)) throw new Refusal('requestInProgress');
          building.add(memberId);
          const file = await bulkhead
            .run(turnOfMember(memberId), () => build(memberId, act))
            .finally(() => building.delete(memberId));
          if (file === null) return null;
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
