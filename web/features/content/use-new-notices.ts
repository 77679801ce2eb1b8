import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { listNotices } from '#contract/content.ts';
import type { NoticeNews } from '#contract/content-blocks.ts';
import { invalidate } from '#web/platform/api/read-key.ts';
import { useStreamEvent, useStreamState } from '#web/platform/stream/use-stream.ts';
import { useListNotices } from './queries.ts';

/** Calls `announce` with each notice that arrives while the app is open, and with the newest unread one after a time offline. */
export function useNewNotices(announce: (notice: NoticeNews) => void): void {
  const client = useQueryClient();
  const refresh = useEffectEvent(() => invalidate(client, listNotices));
  const newestId = useRef('');
  const take = useEffectEvent((notice: NoticeNews, isNew: boolean) => {
    // Ids are ascending.
    if (notice.id <= newestId.current) return;
    newestId.current = notice.id;
    if (isNew) announce(notice);
  });

  useStreamEvent('notice', (notice) => {
    void refresh();
    take(notice, true);
  });

  const listed = useListNotices().data?.pages[0]?.notices[0];
  const wasListed = useRef(false);
  useEffect(() => {
    if (listed === undefined) return;
    take(listed, wasListed.current && listed.read === false);
    wasListed.current = true;
  }, [listed]);

  // Notices published between the list and the stream's start, or while it was down, are in neither: refetch.
  const isLive = useStreamState() === 'live';
  useEffect(() => {
    if (isLive && wasListed.current) void refresh();
  }, [isLive]);
}
