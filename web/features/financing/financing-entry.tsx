import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Link to financing from the wallet. */
export function FinancingEntry(): ReactNode {
  const t = useText();
  return (
    <Card>
      <RowList label={t('financing.title')}>
        <Row icon="bars" title={t('financing.title')} to="/fund" />
      </RowList>
    </Card>
  );
}
