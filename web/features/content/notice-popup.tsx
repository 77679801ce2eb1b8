import { type ReactNode, useState } from 'react';
import type { NoticeNews } from '#contract/content-blocks.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Blocks } from '#web/ui/text/blocks.tsx';
import { useMarkNoticesRead } from './queries.ts';
import { useNewNotices } from './use-new-notices.ts';

/** Shows a new notice, but not over another open dialog. */
export function NoticePopup(): ReactNode {
  const t = useText();
  const markRead = useMarkNoticesRead();
  const isMember = useUsername() !== null;
  const [shown, setShown] = useState<NoticeNews | null>(null);
  useNewNotices((notice) => {
    if (document.querySelector('dialog[open]') === null) setShown(notice);
    else showToast(t('content.newNotice', { title: notice.title }));
  });
  const read = () => {
    if (shown !== null && isMember) markRead.mutate({ id: shown.id });
    setShown(null);
  };
  return (
    <Dialog
      open={shown !== null}
      title={shown?.title ?? ''}
      onClose={() => setShown(null)}
      actions={[
        { label: t('content.readLater'), onPress: () => setShown(null), kind: 'quiet' },
        { label: t('content.gotIt'), onPress: read },
      ]}
    >
      {shown === null ? null : <Blocks blocks={shown.blocks} />}
    </Dialog>
  );
}
