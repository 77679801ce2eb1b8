import type { ReactNode } from 'react';
import { NoticePopup } from './features/content/notice-popup.tsx';
import { OwnerSheet } from './features/identity/factors/owner-sheet.tsx';
import { RecoveryQuestion } from './features/identity/recovery/recovery-question.tsx';
import { SecurityWatch } from './features/security/security-watch.tsx';
import { isSecurityPage } from './features/security/unseen-acts.ts';
import { useLocation } from './platform/navigation/navigation.tsx';

/** On any page: new notices, acts on the account, and the question for the login password. */
export function MemberAnnouncements(): ReactNode {
  const { path } = useLocation();
  return (
    <>
      <NoticePopup />
      <SecurityWatch />
      <OwnerSheet />
      <RecoveryQuestion isShownByPage={isSecurityPage(path)} />
    </>
  );
}
