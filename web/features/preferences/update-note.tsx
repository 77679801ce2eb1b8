import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { appUpdate } from '#web/platform/installed/app-update.ts';
import { useStore } from '#web/platform/use-store.ts';
import styles from './update-note.module.css';

/** Offers a new version; it is activated only when the member presses reload. */
export function UpdateNote(): ReactNode {
  const t = useText();
  const isReady = useStore(appUpdate.subscribe, appUpdate.isReady);
  return (
    <div role="status">
      {isReady ? (
        <div className={styles.note}>
          <span>{t('shell.updateReady')}</span>
          <button type="button" onClick={appUpdate.take}>
            {t('shell.reload')}
          </button>
        </div>
      ) : null}
    </div>
  );
}
