import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { saveBlob } from '#web/ui/feedback/save-file.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './own-data.module.css';
import { useExportOwnData } from './queries.ts';

/** Everything that is kept about the member, as a file. */
export function OwnDataCard(): ReactNode {
  const t = useText();
  return (
    <Card title={t('security.ownData')}>
      <p className={styles.text}>{t('security.ownDataText')}</p>
      <SaveOwnData />
    </Card>
  );
}

/** Saves the file, after the login password. */
export function SaveOwnData(): ReactNode {
  const t = useText();
  const exporting = useExportOwnData((file) => {
    saveBlob('clearlot-own-data.zip', file);
    showToast(t('security.ownDataSaved'), 'success');
  }, showFailure);
  return (
    <Button kind="outline" busy={exporting.isPending} onClick={() => exporting.mutate({}, { onError: showFailure })}>
      {t('security.ownDataSave')}
    </Button>
  );
}
