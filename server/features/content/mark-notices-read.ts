import type { markNoticesRead as operation } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { NoticeDependencies } from './list-notices.ts';
import { markOneRead, markReadThrough, noticeReadsOf } from './notice-reads.ts';

/** Marks one notice, those up to one, or all as read and returns the number of unread ones. */
export async function markNoticesRead(
  { tables, library }: NoticeDependencies,
  memberId: bigint,
  { id: single, through }: InputOf<typeof operation>,
  locale: Locale,
): Promise<OutputOf<typeof operation>> {
  const all = library.pages('notice', locale);
  if (single !== undefined) {
    if (!all.some(({ id }) => id === single)) throw new Refusal('noticeUnknown');
    await markOneRead(tables, memberId, single);
  } else {
    // One that was withdrawn meanwhile covers those before it all the same.
    const newest = all.find(({ id }) => through === undefined || id <= through);
    if (newest) await markReadThrough(tables, memberId, newest.id);
  }
  const reads = await noticeReadsOf(tables, memberId);
  return { unread: all.filter(({ id }) => !reads.has(id)).length };
}
