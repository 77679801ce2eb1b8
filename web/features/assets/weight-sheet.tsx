import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import styles from './weight-sheet.module.css';

/** Explains the weight score and the one-withdrawal limit. */
export function WeightSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('assets.weightTitle')}>
      <div className={styles.text}>
        <p>{t('assets.weightSum')}</p>
        <h3>{t('assets.activationTitle')}</h3>
        <p>{t('assets.activationText')}</p>
        <p className={styles.promise}>{t('assets.neverCondition')}</p>
      </div>
      <Button onClick={onClose}>{t('assets.understood')}</Button>
    </Sheet>
  );
}
