import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dayLimitMs, freeAgainAt } from '#core/limits/business-limits.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
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

type Tables = Kysely<unknown>;

/** Counts an uploaded file and returns what is known of it, or the limit that the member has reached. */
export function admitFile(
  tables: Tables,
  memberId: bigint,
  sentHash: Buffer,
  bounds: ImageBounds,
): Promise<KnownFile | ReachedBound> {
  return tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'imagesOfMember', memberId);
    const { rows: ofDay } = await sql<Use>`
      select uploaded_at as at from image_upload
      where member_id = ${memberId} and uploaded_at > ${aDayAgo}`.execute(transaction);
    const freeAt = freeAtOf(ofDay, bounds.triesMax);
    if (freeAt !== null) return { reached: 'triesMax', freeAt };
    await sql`insert into image_upload (member_id, sent_hash) values (${memberId}, ${sentHash})`.execute(transaction);
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
    const { rows: unfinished } = await sql<Use & { readonly sentHash: Buffer; readonly isUnderWay: boolean }>`
      select sent_hash as "sentHash", drawing_at as at, not is_slow and drawing_at > ${aDrawingAgo} as "isUnderWay"
      from image_upload
      where member_id = ${memberId} and drawing_at > ${aDayAgo}
        and (is_slow or (image_id is null and not is_damaged))`.execute(transaction);
    const ofFile = unfinished.filter((drawing) => drawing.sentHash.equals(sentHash));
    if (ofFile.length > 0) return ofFile.some(({ isUnderWay }) => isUnderWay) ? 'underWay' : 'slow';
    const freeAt = freeAtOf(unfinished, slowMax);
    if (freeAt !== null) return { reached: 'slowMax', freeAt };
    await sql`
      update image_upload set drawing_at = now()
      where member_id = ${memberId} and sent_hash = ${sentHash}`.execute(transaction);
    return 'begun';
  });
}

const fileStates = {
  damaged: sql`is_damaged = true`,
  damagedSlow: sql`is_damaged = true, is_slow = true`,
  slow: sql`is_slow = true`,
  /** Refused without being decoded, or drawn and not kept. */
  undrawn: sql`drawing_at = null`,
} as const;

/** Records a file's result, so that it is not decoded again. */
export async function settleFile(
  tables: Tables,
  memberId: bigint,
  sentHash: Buffer,
  became: { readonly imageId: string } | keyof typeof fileStates,
): Promise<void> {
  await sql`
    update image_upload set ${typeof became === 'string' ? fileStates[became] : sql`image_id = ${became.imageId}`}
    where member_id = ${memberId} and sent_hash = ${sentHash}`.execute(tables);
}

/** Stores an image; returns it, or an unattached one with the same picture, or the limit that the member has reached. */
export function insertImage(
  tables: Tables,
  memberId: bigint,
  id: string,
  hash: Buffer,
  picture: KeptPicture,
  bounds: ImageBounds,
): Promise<KeptImage | ReachedBound> {
  return tables.transaction().execute(async (transaction) => {
    // One upload of a member at a time, so that the count is exact.
    await lockInTransaction(transaction, 'imagesOfMember', memberId);
    const { rows: same } = await sql<KeptImage>`
      select id, width, height from image
      where member_id = ${memberId} and holder is null and hash = ${hash}`.execute(transaction);
    if (same[0]) return same[0];
    const reached = await reachedBound(transaction, memberId, bounds);
    if (reached) return reached;
    await writeImage(transaction, memberId, id, null, hash, picture);
    return { id, width: picture.width, height: picture.height };
  });
}

async function writeImage(
  within: Tables,
  memberId: bigint,
  id: string,
  holder: string | null,
  hash: Buffer,
  { webp, small, width, height }: KeptPicture,
): Promise<void> {
  await sql`
    insert into image (member_id, id, hash, webp, small, width, height, holder)
    values (${memberId}, ${id}, ${hash}, ${webp}, ${small}, ${width}, ${height}, ${holder})`.execute(within);
}

/** The picture of a member's own image; null for an unknown one or another member's. */
export async function readImage(tables: Tables, memberId: bigint, id: string): Promise<Buffer | null> {
  return await readPicture(tables, memberId, id, sql`webp`);
}

/** Its thumbnail, or the whole picture for images without one. */
export async function readSmallImage(tables: Tables, memberId: bigint, id: string): Promise<Buffer | null> {
  return await readPicture(tables, memberId, id, sql`coalesce(small, webp)`);
}

async function readPicture(tables: Tables, memberId: bigint, id: string, picture: RawBuilder<unknown>) {
  const { rows } = await sql<{ picture: Buffer }>`
    select ${picture} as picture from image where member_id = ${memberId} and id = ${id}`.execute(tables);
  return rows[0]?.picture ?? null;
}

/** Attaches a member's own image permanently to a record; idempotent. */
export async function giveImage(
  tables: Tables,
  memberId: bigint,
  id: string,
  holder: string,
): Promise<'given' | 'unknown' | 'used'> {
  const given = await sql`
    update image set holder = ${holder}
    where member_id = ${memberId} and id = ${id} and (holder is null or holder = ${holder})`.execute(tables);
  if (given.numAffectedRows === 1n) return 'given';
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
  picture: KeptPicture,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from image where member_id = ${memberId} and holder = ${holder} and hash = ${hash}`.execute(within);
  if (rows[0]) return rows[0].id;
  await writeImage(within, memberId, id, holder, hash, picture);
  return id;
}

/** Removes images unattached for longer than that; returns how many. */
export async function removeWaitingImages(tables: Tables, hours: number): Promise<number> {
  const removed = await sql`
    delete from image where holder is null and uploaded_at < now() - make_interval(hours => ${hours})`.execute(tables);
  await sql`delete from image_upload where uploaded_at < ${aDayAgo}`.execute(tables);
  return Number(removed.numAffectedRows);
}

const aDayAgo = sql`now() - interval '1 day'`;
/** Longer than a drawing takes, which ends after 10 s. */
const aDrawingAgo = sql`now() - interval '1 minute'`;

interface FoundFile extends KeptPicture, KeptImage {
  readonly holder: string | null;
  readonly isDamaged: boolean;
}

/** The result of the same file, an unattached image before an attached one. */
async function findFile(tables: Tables, memberId: bigint, sentHash: Buffer): Promise<KnownFile> {
  const { rows } = await sql<FoundFile>`
    select image.id, webp, small, width, height, holder, is_damaged as "isDamaged"
    from image_upload as upload left join image on (image.member_id, image.id) = (upload.member_id, upload.image_id)
    where upload.member_id = ${memberId} and sent_hash = ${sentHash} and (image.id is not null or is_damaged)
    order by holder is not null limit 1`.execute(tables);
  const [found] = rows;
  if (found?.isDamaged) return { kind: 'damaged' };
  if (!found) return { kind: 'new' };
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
  const ofMember = sql<Use>`select uploaded_at as at from image where member_id = ${memberId}`;
  const { rows: waiting } = await sql<Use>`${ofMember} and holder is null`.execute(tables);
  const waitingFreeAt = freeAtOf(waiting, waitingMax);
  if (waitingFreeAt !== null) return { reached: 'waitingMax', freeAt: waitingFreeAt };
  const { rows: own } = await sql<Use>`
    ${ofMember} and (holder is null or holder not like ${`${sentByOperator}%`}) and uploaded_at > ${aDayAgo}`.execute(
    tables,
  );
  const dayFreeAt = freeAtOf(own, dayMax);
  return dayFreeAt === null ? null : { reached: 'dayMax', freeAt: dayFreeAt };
}

interface Use {
  readonly at: Date;
}

/** When one more fits; null where it fits now. An image that is not attached is removed after a day as well. */
function freeAtOf(rows: readonly Use[], max: number): number | null {
  const uses = rows.map(({ at }) => ({ at: at.getTime(), amount: 1n }));
  return freeAgainAt(uses, 1n, BigInt(max), dayLimitMs);
}
