import type { ReactNode } from 'react';
import { NoticePopup } from './features/content/notice-popup.tsx';
import { RecoveryQuestion } from './features/identity/recovery/recovery-question.tsx';
import { SecurityWatch } from './features/security/security-watch.tsx';
import { isOwnPage } from './features/security/unseen-acts.ts';
import { usePlace } from './platform/navigation/navigation.tsx';

/** Announcements on any page: new notices and acts on the account. */
export function MemberNews(): ReactNode {
  const { path } = usePlace();
  return (
    <>
      <NoticePopup />
      <SecurityWatch />
      <RecoveryQuestion isSaidHere={isOwnPage(path)} />
    </>
  );
}
