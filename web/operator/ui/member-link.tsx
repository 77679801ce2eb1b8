import type { ReactNode } from 'react';
import { Go } from '#web/platform/navigation/link.tsx';
import { pathOf } from '../paths.ts';
import styles from './layout.module.css';

interface MemberLinkProps {
  /** The member's number. */
  readonly member: string;
  readonly username: string;
}

export function MemberLink({ member, username }: MemberLinkProps): ReactNode {
  return (
    <Go to={`${pathOf('members')}/${member}`} className={styles.link}>
      {username}
    </Go>
  );
}
