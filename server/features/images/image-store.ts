import { type Kysely, sql } from 'kysely';
import { dayLimitMs, freeAgainAt } from '#core/limits/business-limits.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { ImageTables } from './image-tables.ts';
import type { RedrawnImage } from './redraw-image.ts';

export interface KeptImage {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** A re-encoded image. */
export interface KeptPicture extends Omit<RedrawnImage, 'small'> {
  readonly small: Buffer | null;
}

/** What is known of a file before decoding: its image, its picture where that image is attached already, or nothing. */
export type KnownFile =
  | { readonly kind: 'image'; readonly image: KeptImage }
  | { readonly kind: 'picture'; readonly picture: KeptPicture }
  | { readonly kind: 'damaged' | 'new' };

/** Limits on a member's images. */
export interface ImageBounds {
  /** Not attached yet. */
  readonly waitingMax: number;
  /** Stored within a day, attached or not. */
  readonly dayMax: number;
  /** Files uploaded within a day, refused ones included. */
  readonly triesMax: number;
  /** Drawings begun within a day that took too long, or that their node did not survive. */
  readonly slowMax: number;
}

/** A limit that the member has reached, and when there is room again at the latest (ms). */
export interface ReachedBound {
  readonly reached: keyof ImageBounds;
  readonly freeAt: number;
}

type Tables = Kysely<ImageTables>;

/** Counts an uploaded file and returns what is known of it, or the limit that the member has reached. */
export function admitFile(
  tables: Tables,
  memberId: bigint,
  sentHash: Buffer,
  bounds: ImageBounds,
): Promise<KnownFile | ReachedBound> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'imagesOfMember', memberId);
    const tries = transaction.selectFrom('image_upload').where('member_id', '=', memberId);
    const ofDay = tries.where('uploaded_at', '>', aDayAgo);
    const freeAt = freeAtOf(await ofDay.select('uploaded_at').execute(), bounds.triesMax);
    if (freeAt !== null) return { reached: 'triesMax', freeAt };
    await transaction.insertInto('image_upload').values({ member_id: memberId, sent_hash: sentHash }).execute();
    const known = await findFile(transaction, memberId, sentHash);
    return known.kind === 'new' ? ((await reachedBound(transaction, memberId, bounds)) ?? known) : known;
  });
}

/**
 * Notes that a file is about to be drawn, unless that is under way on another node, or one drawing of it was never finished. A bound that
 * the member has reached is returned in place of it.
 */
export function beginDrawing(
  tables: Tables,
  memberId: bigint,
  sentHash: Buffer,
  { slowMax }: ImageBounds,
): Promise<'begun' | 'underWay' | 'slow' | ReachedBound> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'imagesOfMember', memberId);
    const unfinished = await transaction
      .selectFrom('image_upload')
      .select([
        'sent_hash',
        'drawing_at as uploaded_at',
        sql<boolean>`not is_slow and drawing_at > ${aDrawingAgo}`.as('isUnderWay'),
      ])
      .where('member_id', '=', memberId)
      .where('drawing_at', '>', aDayAgo)
      .where((one) =>
        one.or([one('is_slow', '=', true), one.and([one('image_id', 'is', null), one('is_damaged', '=', false)])]),
      )
      .$narrowType<{ uploaded_at: Date }>()
      .execute();
    const ofFile = unfinished.filter((drawing) => drawing.sent_hash.equals(sentHash));
    if (ofFile.length > 0) return ofFile.some(({ isUnderWay }) => isUnderWay) ? 'underWay' : 'slow';
    const freeAt = freeAtOf(unfinished, slowMax);
    if (freeAt !== null) return { reached: 'slowMax', freeAt };
    await transaction
      .updateTable('image_upload')
      .set({ drawing_at: sql`now()` })
      .where('member_id', '=', memberId)
      .where('sent_hash', '=', sentHash)
      .execute();
    return 'begun';
  });
}

const fileStates = {
  damaged: { is_damaged: true },
  damagedSlow: { is_damaged: true, is_slow: true },
  slow: { is_slow: true },
  /** Refused without being decoded, or drawn and not kept. */
  undrawn: { drawing_at: null },
} as const;

/** Records a file's result, so that it is not decoded again. */
export async function settleFile(
  tables: Tables,
  memberId: bigint,
  sentHash: Buffer,
  became: { readonly imageId: string } | keyof typeof fileStates,
): Promise<void> {
  await tables
    .updateTable('image_upload')
    .set(typeof became === 'string' ? fileStates[became] : { image_id: became.imageId })
    .where('member_id', '=', memberId)
    .where('sent_hash', '=', sentHash)
    .execute();
}

/** Stores an image; returns it, or an unattached one with the same picture, or the limit that the member has reached. */
export function insertImage(
  tables: Tables,
  memberId: bigint,
  id: string,
  hash: Buffer,
  { webp, small, width, height }: KeptPicture,
  bounds: ImageBounds,
): Promise<KeptImage | ReachedBound> {
  return tables.transaction().execute(async (transaction) => {
    // One upload of a member at a time, so that the count is exact.
    await lockInTransaction(transaction, 'imagesOfMember', memberId);
    const ofMember = transaction.selectFrom('image').where('member_id', '=', memberId);
    const waiting = ofMember.where('holder', 'is', null);
    const same = await waiting.select(['id', 'width', 'height']).where('hash', '=', hash).executeTakeFirst();
    if (same) return same;
    const reached = await reachedBound(transaction, memberId, bounds);
    if (reached) return reached;
    const row = { member_id: memberId, id, hash, webp, small, width, height, holder: null };
    await transaction.insertInto('image').values(row).execute();
    return { id, width, height };
  });
}

/** The picture of a member's own image; null for an unknown one or another member's. */
export async function readImage(tables: Tables, memberId: bigint, id: string): Promise<Buffer | null> {
  const ofMember = tables.selectFrom('image').select('webp').where('member_id', '=', memberId);
  return (await ofMember.where('id', '=', id).executeTakeFirst())?.webp ?? null;
}

/** Its thumbnail, or the whole picture for images without one. */
export async function readSmallImage(tables: Tables, memberId: bigint, id: string): Promise<Buffer | null> {
  const ofMember = tables
    .selectFrom('image')
    .select(({ fn }) => fn.coalesce('small', 'webp').as('picture'))
    .where('member_id', '=', memberId);
  return (await ofMember.where('id', '=', id).executeTakeFirst())?.picture ?? null;
}

/** Attaches a member's own image permanently to a record; idempotent. */
export async function giveImage(
  tables: Tables,
  memberId: bigint,
  id: string,
  holder: string,
): Promise<'given' | 'unknown' | 'used'> {
  const given = await tables
    .updateTable('image')
    .set({ holder })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where((one) => one.or([one('holder', 'is', null), one('holder', '=', holder)]))
    .executeTakeFirst();
  if (given.numUpdatedRows > 0n) return 'given';
  return (await readImage(tables, memberId, id)) === null ? 'unknown' : 'used';
}

/** What an image is attached to that an operator sent: it counts towards none of the member's own limits. */
export const sentByOperator = 'chat:operator:';

/**
 * Keeps an image that an operator sends to a member as the member's, attached, in the caller's transaction. The same picture under the same
 * holder is the same image.
 */
export async function insertGiven(
  within: Tables,
  memberId: bigint,
  id: string,
  holder: string,
  hash: Buffer,
  { webp, small, width, height }: KeptPicture,
): Promise<string> {
  const same = within.selectFrom('image').select('id').where('member_id', '=', memberId).where('holder', '=', holder);
  const kept = await same.where('hash', '=', hash).executeTakeFirst();
  if (kept) return kept.id;
  await within
    .insertInto('image')
    .values({ member_id: memberId, id, hash, webp, small, width, height, holder })
    .execute();
  return id;
}

/** Removes images unattached for longer than that; returns how many. */
export async function removeWaitingImages(tables: Tables, hours: number): Promise<number> {
  const removed = await tables
    .deleteFrom('image')
    .where('holder', 'is', null)
    .where('uploaded_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst();
  await tables.deleteFrom('image_upload').where('uploaded_at', '<', aDayAgo).execute();
  return Number(removed.numDeletedRows);
}

const aDayAgo = sql<Date>`now() - interval '1 day'`;
/** Longer than a drawing takes, which ends after 10 s. */
const aDrawingAgo = sql<Date>`now() - interval '1 minute'`;

/** The result of the same file, an unattached image before an attached one. */
async function findFile(tables: Tables, memberId: bigint, sentHash: Buffer): Promise<KnownFile> {
  const found = await tables
    .selectFrom('image_upload as upload')
    .leftJoin('image', (join) =>
      join.onRef('image.member_id', '=', 'upload.member_id').onRef('image.id', '=', 'upload.image_id'),
    )
    .select(['image.id', 'webp', 'small', 'width', 'height', 'holder', 'is_damaged'])
    .where('upload.member_id', '=', memberId)
    .where('sent_hash', '=', sentHash)
    .where((one) => one.or([one('image.id', 'is not', null), one('is_damaged', '=', true)]))
    .orderBy(sql`holder is not null`)
    .limit(1)
    .executeTakeFirst();
  if (found?.is_damaged) return { kind: 'damaged' };
  if (!found?.id || !found.webp || !found.width || !found.height) return { kind: 'new' };
  const { id, webp, small, width, height, holder } = found;
  return holder === null
    ? { kind: 'image', image: { id, width, height } }
    : { kind: 'picture', picture: { webp, small, width, height } };
}

async function reachedBound(
  tables: Tables,
  memberId: bigint,
  { waitingMax, dayMax }: ImageBounds,
): Promise<ReachedBound | null> {
  const ofMember = tables.selectFrom('image').where('member_id', '=', memberId).select('uploaded_at');
  const waitingFreeAt = freeAtOf(await ofMember.where('holder', 'is', null).execute(), waitingMax);
  if (waitingFreeAt !== null) return { reached: 'waitingMax', freeAt: waitingFreeAt };
  const own = ofMember.where((one) =>
    one.or([one('holder', 'is', null), one('holder', 'not like', `${sentByOperator}%`)]),
  );
  const dayFreeAt = freeAtOf(await own.where('uploaded_at', '>', aDayAgo).execute(), dayMax);
  return dayFreeAt === null ? null : { reached: 'dayMax', freeAt: dayFreeAt };
}

/** When one more fits; null where it fits now. An image that is not attached is removed after a day as well. */
function freeAtOf(rows: readonly { readonly uploaded_at: Date }[], max: number): number | null {
  const uses = rows.map((row) => ({ at: row.uploaded_at.getTime(), amount: 1n }));
  return freeAgainAt(uses, 1n, BigInt(max), dayLimitMs);
}
