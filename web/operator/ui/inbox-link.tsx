import type { ReactNode } from 'react';
import { Go } from '#web/platform/navigation/link.tsx';
import { pathOf } from '../paths.ts';
import styles from './layout.module.css';

/** Leads to the conversation of the member with that number. */
export function InboxLink({ member }: { readonly member: string }): ReactNode {
  return (
    <Go to={`${pathOf('inbox')}/${member}`} className={styles.link}>
      {member}
    </Go>
  );
}
