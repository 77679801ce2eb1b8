import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { imagePath, smallImagePath } from '#contract/images.ts';
import { Bulkhead } from '#server/platform/bulkhead.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature, FileBinding } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { giveImage, readImage, readSmallImage, removeWaitingImages } from './image-store.ts';
import type { ImageTables } from './image-tables.ts';
import { imageRoutes } from './routes.ts';

export interface ImagesDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now'>;
}

export interface Images extends Feature {
  /**
   * Attaches a member's own image to its owner record. Throws `imageUnknown` where the member has none of that id, and
   * `imageUsed` where it is attached to something else.
   */
  give(memberId: bigint, id: string, holder: string): Promise<void>;
  /** Removes images that were not attached within a day. */
  removeWaiting(): Promise<void>;
}

const drawnAtOnce = 1;
const queueMax = 24;
const waitingHoursMax = 24;

/** Members' images: uploaded, re-encoded, shown to their owner. */
export function openImages({ pool, clock }: ImagesDependencies): Images {
  const tables = new Kysely<ImageTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    bindings: imageRoutes({ tables, clock, bulkhead: new Bulkhead(drawnAtOnce, queueMax), underWay: new Map() }),
    files: [
      fileOf(imagePath, (memberId, id) => readImage(tables, memberId, id)),
      fileOf(smallImagePath, (memberId, id) => readSmallImage(tables, memberId, id)),
    ],
    async give(memberId, id, holder) {
      const answer = await giveImage(tables, memberId, id, holder);
      if (answer !== 'given') throw new Refusal(answer === 'used' ? 'imageUsed' : 'imageUnknown');
    },
    removeWaiting: async () => void (await removeWaitingImages(tables, waitingHoursMax)),
  };
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
