import type { Locale } from '#contract/locale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { NoticeDependencies } from './list-notices.ts';
import { markOneRead, markReadThrough, noticeReadsOf } from './notice-reads.ts';

/** Marks one notice or all as read and returns the number of unread ones. */
export async function markNoticesRead(
  { tables, library }: NoticeDependencies,
  memberId: bigint,
  noticeId: string | null,
  locale: Locale,
): Promise<{ unread: number }> {
  const all = library.pages('notice', locale);
  const newest = all[0];
  if (noticeId !== null) {
    if (!all.some(({ id }) => id === noticeId)) throw new Refusal('noticeUnknown');
    await markOneRead(tables, memberId, noticeId);
  } else if (newest) {
    await markReadThrough(tables, memberId, newest.id);
  }
  const reads = await noticeReadsOf(tables, memberId);
  return { unread: all.filter(({ id }) => !reads.has(id)).length };
}
