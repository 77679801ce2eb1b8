import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { type ThemeChoice, themeStore } from '#web/platform/theme.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import styles from './appearance.module.css';

/** Theme: dark, light, or the phone's setting. */
export function Appearance(): ReactNode {
  const t = useText();
  const choice = useStore(themeStore.subscribe, themeStore.choice);
  return (
    <div className={styles.appearance}>
      <Segmented<ThemeChoice>
        label={t('shell.theme')}
        value={choice}
        onChange={themeStore.choose}
        segments={[
          { value: 'system', label: t('shell.themeSystem') },
          { value: 'dark', label: t('shell.themeDark') },
          { value: 'light', label: t('shell.themeLight') },
        ]}
      />
    </div>
  );
}
