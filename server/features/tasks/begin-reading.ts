import type pg from 'pg';
import type { Locale } from '#contract/locale.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { beginReading as operation } from '#contract/tasks.ts';
import { readingSeconds } from '#core/rewards/tasks.ts';
import { memberDay } from '#core/time/member-day.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { timeZoneOf } from '#server/rewards/acts.ts';
import { signReading } from './reading-signature.ts';

export interface BeginReadingDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
  /** Signs when a text was opened, so that nothing is stored of texts that are not read. */
  readonly key: Buffer;
  /** Characters of a help text in a language; null where there is no such text. */
  readonly helpLength: (id: string, locale: Locale) => number | null;
}

/** When a text was opened, signed for this member. */
export async function beginReading(
  { pool, clock, key, helpLength }: BeginReadingDependencies,
  memberId: bigint,
  id: string,
  locale: Locale,
): Promise<OutputOf<typeof operation>> {
  const length = helpLength(id, locale);
  if (length === null) throw new Refusal('helpUnknown');
  const seconds = readingSeconds(length);
  const day = memberDay(clock.now(), await timeZoneOf(pool, memberId));
  return { reading: signReading(key, memberId, { id, day, startedAt: clock.wallNow(), seconds }), seconds };
}
