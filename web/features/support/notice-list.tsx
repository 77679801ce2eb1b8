import { type ReactNode, useState } from 'react';
import type { Notice } from '#contract/support.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Blocks } from './blocks.tsx';
import { Loaded } from './loaded.tsx';
import styles from './notice-list.module.css';
import { useMarkRead, useNotices } from './queries.ts';

/** Notices, newest first. Opening one remembers it as read; visitors have nothing remembered. */
export function NoticeList(): ReactNode {
  const t = useText();
  const list = useNotices();
  const markRead = useMarkRead();
  return (
    <Loaded query={list} heights={[76, 76, 76]}>
      {({ pages }) => {
        const notices = pages.flatMap((page) => page.notices);
        if (notices.length === 0) return <EmptyState icon="bell" title={t('support.noNotices')} />;
        return (
          <>
            {(pages[0]?.unread ?? 0) > 0 ? (
              <Button kind="quiet" inline busy={markRead.isPending} onClick={() => markRead.mutate(null)}>
                {t('support.markAllRead')}
              </Button>
            ) : null}
            {notices.map((notice) => (
              <NoticeCard key={notice.id} notice={notice} onRead={() => markRead.mutate(notice.id)} />
            ))}
            {list.hasNextPage ? (
              <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('support.olderNotices')}
              </Button>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}

interface NoticeCardProps {
  readonly notice: Notice;
  readonly onRead: () => void;
}

function NoticeCard({ notice, onRead }: NoticeCardProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const unread = notice.read === false;
  return (
    <div data-words>
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
              <span className={styles.date}>
                <time dateTime={new Date(notice.publishedAt).toISOString()}>{format.dayTime(notice.publishedAt)}</time>
                {unread ? <span className={styles.mark}>{t('support.unread')}</span> : null}
              </span>
            </span>
            <Icon name={open ? 'up' : 'down'} size={16} className={styles.arrow} />
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
