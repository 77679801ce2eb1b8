import type { ReactNode } from 'react';
import { SecurityWatch } from './features/security/security-watch.tsx';
import { NoticePopup } from './features/support/notice-popup.tsx';

/** What comes to the member on any page: notices, and what touches the account. */
export function MemberNews(): ReactNode {
  return (
    <>
      <NoticePopup />
      <SecurityWatch />
    </>
  );
}
