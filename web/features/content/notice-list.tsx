import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Notice } from '#contract/content.ts';
import { fetchNext } from '#web/platform/api/use-pages.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { DateLine, MarkAllRead } from '#web/ui/layout/unread.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { Blocks } from '#web/ui/text/blocks.tsx';
import styles from './notice-list.module.css';
import { useListNotices, useMarkNoticesRead } from './queries.ts';

interface NoticeListProps {
  /** Id of the notice to expand and scroll to. */
  readonly wanted: string | null;
}

/** Notices, newest first. Opening one marks it as read for members. */
export function NoticeList({ wanted }: NoticeListProps): ReactNode {
  const t = useText();
  const list = useListNotices();
  const markRead = useMarkNoticesRead();
  useOlderUntil(wanted, list);
  return (
    <PagedList
      list={list}
      itemsOf={(page) => page.notices}
      height={[76, 76, 76]}
      radius={14}
      empty={<EmptyState icon="bell" title={t('content.noNotices')} />}
      moreText={t('content.olderNotices')}
    >
      {(notices) => (
        <>
          {(list.data?.pages[0]?.unread ?? 0) > 0 ? (
            <MarkAllRead busy={markRead.isPending} onPress={() => markRead.mutate({ through: notices[0]?.id ?? '' })}>
              {t('content.markAllRead')}
            </MarkAllRead>
          ) : null}
          {notices.map((notice) => (
            <NoticeCard
              key={notice.id}
              notice={notice}
              wanted={notice.id === wanted}
              onRead={() => markRead.mutate({ id: notice.id })}
            />
          ))}
        </>
      )}
    </PagedList>
  );
}

/** Loads pages until the requested notice is among them, or there are no more. */
function useOlderUntil(wanted: string | null, list: ReturnType<typeof useListNotices>): void {
  const isThere = list.data?.pages.some(({ notices }) => notices.some(({ id }) => id === wanted)) ?? false;
  const isMissing = wanted !== null && !isThere && list.hasNextPage && !list.isFetching;
  // Counted, since a page can come so soon that it is never shown as being fetched.
  const missingAfter = isMissing ? list.data?.pages.length : null;
  const fetchOlder = useEffectEvent(() => void fetchNext(list));
  useEffect(() => {
    if (missingAfter) fetchOlder();
  }, [missingAfter]);
}

interface NoticeCardProps {
  readonly notice: Notice;
  readonly wanted: boolean;
  readonly onRead: () => void;
}

function NoticeCard({ notice, wanted, onRead }: NoticeCardProps): ReactNode {
  const t = useText();
  const card = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(wanted);
  const unread = notice.read === false;
  const meet = useEffectEvent(() => {
    card.current?.scrollIntoView({ block: 'start' });
    if (unread) onRead();
  });
  useEffect(() => {
    if (wanted) meet();
  }, [wanted]);
  return (
    <div ref={card} className={styles.notice} data-words>
      <Card>
        <h2>
          <button
            type="button"
            className={styles.head}
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
              if (unread) onRead();
            }}
          >
            <span className={styles.texts}>
              <span className={classNames(styles.title, unread && styles.unread)}>{notice.title}</span>
              <DateLine at={notice.publishedAt} unread={unread ? t('content.unread') : null} />
            </span>
            <Icon name="down" size={16} className={classNames(styles.arrow, open && styles.turned)} />
          </button>
        </h2>
        {open ? (
          <div className={styles.body}>
            <Blocks blocks={notice.blocks} />
          </div>
        ) : null}
      </Card>
    </div>
  );
}
