import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { installStore } from '#web/platform/installed/install.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './install-card.module.css';

/** Installs the app: by the browser's prompt where there is one, else with instructions. */
export function InstallCard(): ReactNode {
  const t = useText();
  const state = useStore(installStore.subscribe, installStore.state);
  if (state === 'installed') {
    return (
      <Card title={t('settings.install')}>
        <p className={styles.text}>{t('settings.installed')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('settings.install')}>
      <p className={styles.text}>{t('settings.installText')}</p>
      {state === 'offered' ? (
        <Button kind="quiet" onClick={() => void installStore.install()}>
          {t('settings.install')}
        </Button>
      ) : (
        <p className={styles.text}>{t('settings.installByHand')}</p>
      )}
    </Card>
  );
}
