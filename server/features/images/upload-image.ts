import { hash } from 'node:crypto';
import type { uploadImage as operation } from '#contract/images.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Bulkhead } from '#server/platform/bulkhead.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ImageBounds, ImageStore } from './image-store.ts';
import { redrawImage } from './redraw-image.ts';

export interface UploadImageDependencies {
  readonly store: ImageStore;
  /** Drawing takes memory and a core: a few at once. */
  readonly bulkhead: Bulkhead;
  readonly clock: { now(): number };
}

const bounds: ImageBounds = { waitingMax: 20, dayMax: 60 };

/** Keeps the picture of a file, drawn afresh. The same picture sent again is the same image, while it belongs to nothing. */
export async function uploadImage(
  { store, bulkhead, clock }: UploadImageDependencies,
  memberId: bigint,
  bytes: Buffer,
): Promise<OutputOf<typeof operation>> {
  const image = await bulkhead.run(() => redrawImage(bytes));
  const digest = hash('sha256', image.webp, 'buffer');
  const kept = await store.keep(memberId, newPublicId(Math.trunc(clock.now())), digest, image, bounds);
  if (kept === 'waitingMax') throw new Refusal('imagesWaiting', { count: bounds.waitingMax });
  if (kept === 'dayMax') throw new Refusal('imagesOfDay', { count: bounds.dayMax });
  return { id: kept.id, width: kept.width, height: kept.height };
}
