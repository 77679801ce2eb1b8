import { hash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import * as contract from '#contract/images.ts';
import { imagePath, smallImagePath } from '#contract/images.ts';
import { Bulkhead } from '#server/platform/bulkhead.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, type FileBinding } from '#server/platform/http/binding.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  giveImage,
  insertGiven,
  readImage,
  readSmallImage,
  removeWaitingImages,
  sentByOperator,
} from './image-store.ts';
import type { RedrawnImage } from './redraw-image.ts';
import { uploadImage } from './upload-image.ts';

/** Rate-limit cost of an upload. */
const uploadWeight = 10;

export interface ImagesDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now'>;
}

export interface Images extends Feature {
  /**
   * Attaches a member's own image to its owner record, in the transaction that writes it: where that is refused, the image is free again.
   * Throws `imageUnknown` where the member has none of that id, and `imageUsed` where it is attached to something else.
   */
  give<Tables>(within: Transaction<Tables>, memberId: bigint, id: string, holder: string): Promise<void>;
  /** The picture of a member's image; null where the member has none of that id. */
  read(memberId: bigint, id: string): Promise<Buffer | null>;
  /** Draws a file afresh as `uploadImage` does, with its refusals. */
  redraw(bytes: Buffer): Promise<RedrawnImage>;
  /**
   * Keeps a drawn image that an operator sends as the member's, in the caller's transaction, and returns its id: the same one for the same
   * picture in the same message.
   */
  keepSent(within: Transaction<unknown>, memberId: bigint, messageId: string, picture: RedrawnImage): Promise<string>;
  /** Removes images that were not attached within a day. */
  removeWaiting(): Promise<void>;
}

const drawnAtOnce = 1;
const queueMax = 24;
const waitingHoursMax = 24;

/** Members' images: uploaded, re-encoded, shown to their owner. */
export function openImages({ pool, clock }: ImagesDependencies): Images {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const bulkhead = new Bulkhead(drawnAtOnce, queueMax);
  const own = { tables, clock, bulkhead, redraw, underWay: new Map() };
  return {
    bindings: bindAll('images', contract, {
      uploadImage: {
        handler: (_, { member, upload }) => uploadImage(own, member.memberId, upload),
        weight: uploadWeight,
      },
    }),
    files: [
      fileOf(imagePath, (memberId, id) => readImage(tables, memberId, id)),
      fileOf(smallImagePath, (memberId, id) => readSmallImage(tables, memberId, id)),
    ],
    async give(within, memberId, id, holder) {
      const answer = await giveImage(within as unknown as Transaction<unknown>, memberId, id, holder);
      if (answer !== 'given') throw new Refusal(answer === 'used' ? 'imageUsed' : 'imageUnknown');
    },
    read: (memberId, id) => readImage(tables, memberId, id),
    redraw: (bytes) => bulkhead.run('operators', () => redraw(bytes)),
    async keepSent(within, memberId, messageId, picture) {
      const id = newPublicId(Math.trunc(clock.now()));
      const holder = `${sentByOperator}${messageId}`;
      const transaction = within as unknown as Transaction<unknown>;
      return insertGiven(transaction, memberId, id, holder, hash('sha256', picture.webp, 'buffer'), picture);
    },
    removeWaiting: async () => void (await removeWaitingImages(tables, waitingHoursMax)),
  };
}

/** Loaded with the first image: the decoders are no part of every start. */
async function redraw(bytes: Buffer): Promise<RedrawnImage> {
  const { redrawImage } = await import('./redraw-image.ts');
  return redrawImage(bytes);
}

function fileOf(path: string, read: (memberId: bigint, id: string) => Promise<Buffer | null>): FileBinding {
  return {
    path,
    async read(memberId, id) {
      const bytes = await read(memberId, id);
      return bytes && { type: 'image/webp', bytes };
    },
  };
}
