import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { uploadImage as operation } from '#contract/images.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Bulkhead } from '#server/platform/bulkhead.ts';
import { turnOfMember } from '#server/platform/network.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  admitFile,
  beginDrawing,
  type ImageBounds,
  insertImage,
  type KeptImage,
  type KeptPicture,
  type ReachedBound,
  settleFile,
} from './image-store.ts';
import type { RedrawnImage } from './redraw-image.ts';

type Output = OutputOf<typeof operation>;

export interface UploadImageDependencies {
  readonly tables: Kysely<unknown>;
  /** Limits concurrent decoding, which takes memory and a core. */
  readonly bulkhead: Bulkhead;
  readonly redraw: (bytes: Buffer) => Promise<RedrawnImage>;
  readonly clock: { now(): number };
  /** Uploads in progress on this node, by member and file: the same file twice at once is decoded once. */
  readonly underWay: Map<string, Promise<Output>>;
}

/** Beyond it a file that turned out to be damaged counts as a slow one: damage may stand at its end. */
const longMs = 2_000;

const bounds: ImageBounds = { waitingMax: 20, dayMax: 60, triesMax: 150, slowMax: 5 };

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
  try {
    const kept = await insertImage(
      tables,
      memberId,
      newPublicId(Math.trunc(clock.now())),
      pictureHash,
      picture,
      bounds,
    );
    if ('reached' in kept) throw refusalOf(kept);
    await settleFile(tables, memberId, sentHash, { imageId: kept.id });
    return outputOf(kept);
  } catch (error) {
    // Its drawing has ended, and quickly enough: sent again, it is no slow file.
    await settleFile(tables, memberId, sentHash, 'undrawn').catch(() => undefined);
    throw error;
  }
}

async function draw(
  { tables, bulkhead, redraw }: UploadImageDependencies,
  memberId: bigint,
  bytes: Buffer,
  sentHash: Buffer,
): Promise<KeptPicture> {
  return await bulkhead.run(turnOfMember(memberId), async () => {
    const begun = await beginDrawing(tables, memberId, sentHash, bounds);
    if (typeof begun === 'object') throw refusalOf(begun);
    if (begun === 'underWay') throw new Refusal('requestInProgress');
    if (begun === 'slow') throw new Refusal('imageTooSlow');
    const beganMs = performance.now();
    try {
      return await redraw(bytes);
    } catch (error) {
      const isLong = performance.now() - beganMs > longMs;
      if (error instanceof Refusal) await settleFile(tables, memberId, sentHash, stateAfter(error, isLong));
      throw error;
    }
  });
}

/** Only these two require decoding. */
function stateAfter({ code }: Refusal, isLong: boolean): 'damaged' | 'damagedSlow' | 'slow' | 'undrawn' {
  if (code === 'imageDamaged') return isLong ? 'damagedSlow' : 'damaged';
  return code === 'imageTooSlow' ? 'slow' : 'undrawn';
}

const outputOf = ({ id, width, height }: KeptImage): Output => ({ id, width, height });

const codeOf = {
  waitingMax: 'imagesWaiting',
  dayMax: 'imagesOfDay',
  triesMax: 'imagesOfDay',
  slowMax: 'imagesSlow',
} as const;

function refusalOf({ reached, freeAt }: ReachedBound): Refusal {
  return new Refusal(codeOf[reached], { count: bounds[reached], until: { at: freeAt } });
}
