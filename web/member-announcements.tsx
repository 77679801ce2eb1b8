import type { ReactNode } from 'react';
import { NoticePopup } from './features/content/notice-popup.tsx';
import { RecoveryQuestion } from './features/identity/recovery/recovery-question.tsx';
import { SecurityWatch } from './features/security/security-watch.tsx';
import { isSecurityPage } from './features/security/unseen-acts.ts';
import { useLocation } from './platform/navigation/navigation.tsx';

/** Announcements on any page: new notices and acts on the account. */
export function MemberAnnouncements(): ReactNode {
  const { path } = useLocation();
  return (
    <>
      <NoticePopup />
      <SecurityWatch />
      <RecoveryQuestion isShownByPage={isSecurityPage(path)} />
    </>
  );
}
