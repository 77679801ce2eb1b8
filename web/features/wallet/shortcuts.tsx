import type { ReactNode } from 'react';
import { type TextKey, useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Icon, type IconName } from '#web/ui/picture/icon.tsx';
import styles from './records.module.css';

const shortcuts: readonly {
  readonly to: string;
  readonly icon: IconName;
  readonly label: TextKey & `wallet.${string}`;
}[] = [
  { to: '/recharge', icon: 'deposit', label: 'wallet.recharge' },
  { to: '/cash', icon: 'withdraw', label: 'wallet.cash' },
  { to: '/card', icon: 'wallet', label: 'wallet.card' },
  { to: '/account', icon: 'records', label: 'wallet.account' },
  { to: '/user_money_pwd', icon: 'lock', label: 'wallet.moneyPassword' },
  { to: '/singing', icon: 'tips', label: 'wallet.lottery' },
];

/** Links from the wallet. */
export function Shortcuts(): ReactNode {
  const t = useText();
  return (
    <nav className={styles.shortcuts} aria-label={t('wallet.shortcuts')}>
      {shortcuts.map(({ to, icon, label }) => (
        <Go key={to} to={to} className={styles.shortcut}>
          <Icon name={icon} />
          <span>{t(label as 'wallet.card')}</span>
        </Go>
      ))}
    </nav>
  );
}
