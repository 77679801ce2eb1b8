import type { ReactNode } from 'react';
import { NoticePopup } from './features/content/notice-popup.tsx';
import { useUnreadNotices } from './features/content/queries.ts';
import { OwnerSheet } from './features/identity/factors/owner-sheet.tsx';
import { RecoveryQuestion } from './features/identity/recovery/recovery-question.tsx';
import { NotificationToast } from './features/notifications/notification-toast.tsx';
import { PushKeeper } from './features/notifications/push-keeper.tsx';
import { UnreadBadge } from './features/notifications/unread-badge.tsx';
import { isSecurityPage, useShowsActs } from './features/security/security-pages.ts';
import { useGetUnread } from './features/support/queries.ts';
import { useLocation } from './platform/navigation/navigation.tsx';

/** On any page: new notices and notifications, and the question for the login password. */
export function MemberAnnouncements(): ReactNode {
  const { path } = useLocation();
  const showsActs = useShowsActs();
  return (
    <>
      <NoticePopup />
      <NotificationToast showsActs={showsActs} />
      <UnreadBadge notices={useUnreadNotices() ?? 0} messages={useGetUnread() ?? 0} />
      <PushKeeper />
      <OwnerSheet />
      <RecoveryQuestion isShownByPage={isSecurityPage(path)} />
    </>
  );
}
