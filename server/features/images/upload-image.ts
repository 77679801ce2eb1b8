import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { uploadImage as operation } from '#contract/images.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Bulkhead } from '#server/platform/bulkhead.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  admitFile,
  type ImageBounds,
  insertImage,
  type KeptImage,
  type KeptPicture,
  type ReachedBound,
  settleFile,
} from './image-store.ts';
import type { ImageTables } from './image-tables.ts';
import { redrawImage } from './redraw-image.ts';

type Output = OutputOf<typeof operation>;

export interface UploadImageDependencies {
  readonly tables: Kysely<ImageTables>;
  /** Limits concurrent decoding, which takes memory and a core. */
  readonly bulkhead: Bulkhead;
  readonly clock: { now(): number };
  /** Uploads in progress on this node, by member and file: the same file twice at once is decoded once. */
  readonly underWay: Map<string, Promise<Output>>;
}

const bounds: ImageBounds = { waitingMax: 20, dayMax: 60, triesMax: 150 };

/**
 * Re-encodes and stores an uploaded image. The same picture again returns the same image while that is not attached; the same file
 * again is not decoded again.
 */
export function uploadImage(dependencies: UploadImageDependencies, memberId: bigint, bytes: Buffer): Promise<Output> {
  const sentHash = hash('sha256', bytes, 'buffer');
  const key = `${memberId} ${sentHash.toString('base64')}`;
  const { underWay } = dependencies;
  const same = underWay.get(key);
  if (same) return same;
  const upload = keepImage(dependencies, memberId, bytes, sentHash).finally(() => underWay.delete(key));
  underWay.set(key, upload);
  return upload;
}

async function keepImage(
  dependencies: UploadImageDependencies,
  memberId: bigint,
  bytes: Buffer,
  sentHash: Buffer,
): Promise<Output> {
  const { tables, clock } = dependencies;
  const known = await admitFile(tables, memberId, sentHash, bounds);
  if ('reached' in known) throw refusalOf(known);
  if (known.kind === 'damaged') throw new Refusal('imageDamaged');
  if (known.kind === 'image') return outputOf(known.image);
  const picture = known.kind === 'picture' ? known.picture : await draw(dependencies, memberId, bytes, sentHash);
  const pictureHash = hash('sha256', picture.webp, 'buffer');
  const kept = await insertImage(tables, memberId, newPublicId(Math.trunc(clock.now())), pictureHash, picture, bounds);
  if ('reached' in kept) throw refusalOf(kept);
  await settleFile(tables, memberId, sentHash, { imageId: kept.id });
  return outputOf(kept);
}

async function draw(
  { tables, bulkhead }: UploadImageDependencies,
  memberId: bigint,
  bytes: Buffer,
  sentHash: Buffer,
): Promise<KeptPicture> {
  try {
    return await bulkhead.run(() => redrawImage(bytes));
  } catch (error) {
    // The only refusal that requires decoding.
    const isDamaged = error instanceof Refusal && error.code === 'imageDamaged';
    if (isDamaged) await settleFile(tables, memberId, sentHash, 'damaged');
    throw error;
  }
}

const outputOf = ({ id, width, height }: KeptImage): Output => ({ id, width, height });

function refusalOf({ reached, freeAt }: ReachedBound): Refusal {
  const values = { count: bounds[reached], until: { at: freeAt } };
  return reached === 'waitingMax' ? new Refusal('imagesWaiting', values) : new Refusal('imagesOfDay', values);
}
