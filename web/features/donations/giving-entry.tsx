import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Link to the boosting page; the other giving page is a shortcut of the wallet. */
export function GivingEntry(): ReactNode {
  const t = useText();
  return (
    <Card>
      <RowList label={t('wallet.boosting')}>
        <Row icon="heart" title={t('wallet.boosting')} note={t('wallet.boostingText')} to="/boosting" />
      </RowList>
    </Card>
  );
}
