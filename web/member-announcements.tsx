import type { ReactNode } from 'react';
import { NoticePopup } from './features/content/notice-popup.tsx';
import { useUnreadNotices } from './features/content/queries.ts';
import { TermsPrompt } from './features/content/terms-prompt.tsx';
import { OwnerSheet } from './features/identity/factors/owner-sheet.tsx';
import { RecoveryQuestion } from './features/identity/recovery/recovery-question.tsx';
import { NotificationToast } from './features/notifications/notification-toast.tsx';
import { PushKeeper } from './features/notifications/push-keeper.tsx';
import { UnreadBadge } from './features/notifications/unread-badge.tsx';
import { RoundKeeper } from './features/rounds/round-keeper.tsx';
import { HistoryKeeper } from './features/security/history-keeper.tsx';
import { isSecurityPage, useShowsActs } from './features/security/security-pages.ts';
import { ChatToast } from './features/support/chat-toast.tsx';
import { useGetUnread } from './features/support/queries.ts';
import type { PageName } from './pages.ts';
import { useLocation } from './platform/navigation/navigation.tsx';
import { routeOf } from './routes.ts';

/** On any page: new notices and notifications, what the phone keeps of rounds, and the question for the login password. */
export function MemberAnnouncements(): ReactNode {
  const { path } = useLocation();
  const showsActs = useShowsActs();
  const messages = useGetUnread();
  return (
    <>
      <NoticePopup />
      <TermsPrompt isHeldBack={isOfWithdrawal(path)} />
      <NotificationToast showsActs={showsActs} />
      <UnreadBadge notices={useUnreadNotices() ?? 0} messages={messages ?? 0} />
      <ChatToast unread={messages} showsChat={path.toLowerCase() === '/service'} />
      <PushKeeper />
      <RoundKeeper />
      <HistoryKeeper isShownByPage={isSecurityPage(path)} />
      <OwnerSheet />
      <RecoveryQuestion isShownByPage={isSecurityPage(path)} />
    </>
  );
}

const ofWithdrawals: ReadonlySet<PageName | undefined> = new Set([
  'withdraw',
  'withdraw-gate',
  'withdraw-success',
  'cash',
  'card',
  'edit-card',
  'withdrawal-password',
] satisfies PageName[]);

/** Whether the page is a step on the way to a withdrawal. */
const isOfWithdrawal = (path: string): boolean => ofWithdrawals.has(routeOf(path)?.page);
