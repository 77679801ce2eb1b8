import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './about-card.module.css';

/** About Clearlot, with the version in use. */
export function AboutCard(): ReactNode {
  const t = useText();
  return (
    <Card title={t('settings.about')}>
      <p className={common.text}>{t('settings.aboutText')}</p>
      <p className={styles.version}>
        <span>{t('settings.version')}</span>
        <code>{import.meta.env.VITE_APP_VERSION}</code>
      </p>
    </Card>
  );
}
