import { type ReactNode, useState } from 'react';
import type { NoticeNews } from '#contract/content.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Blocks } from './blocks.tsx';
import { useMarkRead } from './queries.ts';
import { useNews } from './use-news.ts';

/** Shows a notice that is new to the open app. It does not push in front of a dialog the member is busy with. */
export function NoticePopup(): ReactNode {
  const t = useText();
  const markRead = useMarkRead();
  const isMember = useUsername() !== null;
  const [shown, setShown] = useState<NoticeNews | null>(null);
  useNews((notice) => {
    if (document.querySelector('dialog[open]') === null) setShown(notice);
    else showToast(t('support.newNotice', { title: notice.title }));
  });
  const read = () => {
    if (shown !== null && isMember) markRead.mutate(shown.id);
    setShown(null);
  };
  return (
    <Dialog
      open={shown !== null}
      title={shown?.title ?? ''}
      onClose={() => setShown(null)}
      actions={[
        { label: t('support.readLater'), onPress: () => setShown(null), kind: 'quiet' },
        { label: t('support.gotIt'), onPress: read },
      ]}
    >
      {shown === null ? null : <Blocks blocks={shown.blocks} />}
    </Dialog>
  );
}
