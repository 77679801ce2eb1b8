import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Link to the daily draw. */
export function DrawsEntry(): ReactNode {
  const t = useText();
  return (
    <Card>
      <RowList label={t('draws.title')}>
        <Row icon="tips" title={t('draws.title')} note={t('draws.entryText')} to="/tab2" />
      </RowList>
    </Card>
  );
}
