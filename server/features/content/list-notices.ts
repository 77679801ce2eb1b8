import type { Kysely } from 'kysely';
import type { listNotices as operation } from '#contract/content.ts';
import { pageSize } from '#contract/fields.ts';
import type { Locale } from '#contract/locale.ts';
import type { OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session } from '#server/platform/session.ts';
import type { Library } from './library.ts';
import { noticeReadsOf } from './notice-reads.ts';

export interface NoticeDependencies {
  readonly tables: Kysely<unknown>;
  readonly library: Library;
}

/** How many notices the member has not read. */
export async function countUnreadNotices(
  { tables, library }: NoticeDependencies,
  memberId: bigint,
  locale: Locale,
): Promise<number> {
  const reads = await noticeReadsOf(tables, memberId);
  return library.pages('notice', locale).filter(({ id }) => !reads.has(id)).length;
}

/** Notices, newest first, a page of those before `before`, with what this member has read. */
export async function listNotices(
  { tables, library }: NoticeDependencies,
  session: Session | null,
  before: string | null,
  locale: Locale,
): Promise<OutputOf<typeof operation>> {
  const all = library.pages('notice', locale);
  const last = before === null ? -1 : all.findIndex(({ id }) => id === before);
  if (before !== null && last === -1) throw new Refusal('noticeUnknown');
  const reads = session ? await noticeReadsOf(tables, session.memberId) : null;
  return {
    notices: all.slice(last + 1, last + 1 + pageSize).map(({ id, title, blocks, publishedAt }) => {
      return { id, title, blocks, publishedAt, read: reads ? reads.has(id) : null };
    }),
    unread: reads ? all.filter(({ id }) => !reads.has(id)).length : null,
  };
}
