import type { ReactNode } from 'react';
import { Go } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { Icon, type IconName } from '../picture/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './tab-bar.module.css';

interface Tab {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
}

export function TabBar({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ReactNode {
  const { path } = useLocation();
  return (
    <nav className={styles.bar} aria-label={label}>
      {tabs.map((tab) => {
        const here = path.toLowerCase() === tab.path.toLowerCase();
        return (
          <Go key={tab.path} to={tab.path} className={classNames(styles.tab, here && styles.here)} current={here}>
            <Icon name={tab.icon} />
            <span>{tab.label}</span>
          </Go>
        );
      })}
    </nav>
  );
}
