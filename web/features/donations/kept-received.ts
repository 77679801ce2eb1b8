import { get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import type { Asset } from '#core/money/amount.ts';
import { deviceDatabase } from '#web/platform/session/device-database.ts';

/** What the charity had received by a published root, in minor units; points are null where the root has none. */
export interface ReceivedBy {
  /** Number of the root. */
  readonly number: number;
  readonly received: { readonly USDT: bigint; readonly PTS: bigint | null };
}

const digits = z.string().check(z.regex(/^\d{1,20}$/));
const stored = z.object({ number: z.int(), USDT: digits, PTS: z.nullable(digits) });

const key = 'received';
const store = () => deviceDatabase('clearlot-charity', 'kept');

/** The newest that this phone has seen; it outlives sign-out. Null where there is none. */
export async function readKeptReceived(): Promise<ReceivedBy | null> {
  const read = z.safeParse(stored, await get(key, store()).catch(() => undefined));
  if (!read.success) return null;
  const { number, USDT, PTS } = read.data;
  return { number, received: { USDT: BigInt(USDT), PTS: PTS === null ? null : BigInt(PTS) } };
}

/** Keeps what was seen, unless something newer is kept. A browser that keeps nothing does not. */
export async function keepReceived({ number, received }: ReceivedBy): Promise<void> {
  const text = (asset: Asset): string | null => received[asset]?.toString() ?? null;
  await update(
    key,
    (kept: unknown) => {
      const known = z.safeParse(stored, kept);
      return known.success && known.data.number > number ? kept : { number, USDT: text('USDT'), PTS: text('PTS') };
    },
    store(),
  ).catch(() => undefined);
}
