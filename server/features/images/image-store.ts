import { type Kysely, sql } from 'kysely';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { ImageTables } from './image-tables.ts';
import type { RedrawnImage } from './redraw-image.ts';

export interface KeptImage {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** How many images a member may have. */
export interface ImageBounds {
  /** That belong to nothing yet. */
  readonly waitingMax: number;
  /** Kept within a day, whatever they belong to by now. */
  readonly dayMax: number;
}

export interface ImageStore {
  /** Keeps an image, or answers the one with the same picture that waits already, or which bound the member has reached. */
  keep(
    memberId: bigint,
    id: string,
    hash: Buffer,
    image: RedrawnImage,
    bounds: ImageBounds,
  ): Promise<KeptImage | 'waitingMax' | 'dayMax'>;
  /** The picture of a member's own image; null for another's as for one that never was. */
  read(memberId: bigint, id: string): Promise<Buffer | null>;
  /** The small one of it; the whole one where it is older than these. */
  readSmall(memberId: bigint, id: string): Promise<Buffer | null>;
  /** Gives a member's own image to what it is to belong to, once and for all; giving it to the same again changes nothing. */
  give(memberId: bigint, id: string, holder: string): Promise<'given' | 'unknown' | 'used'>;
  /** Removes what belongs to nothing and has waited longer than that, and answers how many. */
  removeWaiting(hours: number): Promise<number>;
}

export function openImageStore(tables: Kysely<ImageTables>): ImageStore {
  return {
    keep: (memberId, id, hash, { webp, small, width, height }, { waitingMax, dayMax }) =>
      tables.transaction().execute(async (transaction) => {
        // One upload of a member at a time, so that the count is true.
        await lockInTransaction(transaction, 'imagesOfMember', memberId);
        const ofMember = transaction.selectFrom('image').where('member_id', '=', memberId);
        const waiting = ofMember.where('holder', 'is', null);
        const same = await waiting.select(['id', 'width', 'height']).where('hash', '=', hash).executeTakeFirst();
        if (same) return same;
        const ofDay = ofMember.where('uploaded_at', '>', sql<Date>`now() - interval '1 day'`);
        const count = sql<bigint>`count(*)`.as('count');
        const waits = await waiting.select(count).executeTakeFirstOrThrow();
        if (waits.count >= BigInt(waitingMax)) return 'waitingMax';
        const came = await ofDay.select(count).executeTakeFirstOrThrow();
        if (came.count >= BigInt(dayMax)) return 'dayMax';
        const row = { member_id: memberId, id, hash, webp, small, width, height, holder: null };
        await transaction.insertInto('image').values(row).execute();
        return { id, width, height };
      }),
    async read(memberId, id) {
      const ofMember = tables.selectFrom('image').select('webp').where('member_id', '=', memberId);
      return (await ofMember.where('id', '=', id).executeTakeFirst())?.webp ?? null;
    },
    async readSmall(memberId, id) {
      const ofMember = tables
        .selectFrom('image')
        .select(({ fn }) => fn.coalesce('small', 'webp').as('picture'))
        .where('member_id', '=', memberId);
      return (await ofMember.where('id', '=', id).executeTakeFirst())?.picture ?? null;
    },
    async give(memberId, id, holder) {
      const given = await tables
        .updateTable('image')
        .set({ holder })
        .where('member_id', '=', memberId)
        .where('id', '=', id)
        .where((one) => one.or([one('holder', 'is', null), one('holder', '=', holder)]))
        .executeTakeFirst();
      if (given.numUpdatedRows > 0n) return 'given';
      return (await this.read(memberId, id)) === null ? 'unknown' : 'used';
    },
    async removeWaiting(hours) {
      const removed = await tables
        .deleteFrom('image')
        .where('holder', 'is', null)
        .where('uploaded_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
        .executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}
