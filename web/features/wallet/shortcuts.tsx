import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './records.module.css';

const shortcuts = [
  { to: '/recharge', icon: 'deposit', label: 'wallet.recharge' },
  { to: '/cash', icon: 'withdraw', label: 'assets.withdraw' },
  { to: '/card', icon: 'wallet', label: 'withdrawals.bankCard' },
  { to: '/account', icon: 'records', label: 'wallet.account' },
  { to: '/user_money_pwd', icon: 'lock', label: 'security.withdrawalPassword' },
  { to: '/singing', icon: 'tips', label: 'wallet.lottery' },
] as const;

/** Links from the wallet. */
export function Shortcuts(): ReactNode {
  const t = useText();
  return (
    <nav className={styles.shortcuts} aria-label={t('wallet.shortcuts')}>
      {shortcuts.map(({ to, icon, label }) => (
        <Go key={to} to={to} className={styles.shortcut}>
          <Icon name={icon} />
          <span>{t(label)}</span>
        </Go>
      ))}
    </nav>
  );
}
