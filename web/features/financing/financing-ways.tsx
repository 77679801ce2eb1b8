import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Links from financing. */
export function FinancingWays({ inAllProducts = false }: { readonly inAllProducts?: boolean }): ReactNode {
  const t = useText();
  return (
    <Card>
      <RowList label={t('financing.title')}>
        {inAllProducts ? null : <Row icon="bars" title={t('financing.moreTitle')} to="/moreProject" />}
        <Row icon="records" title={t('financing.recordsTitle')} to="/touzijilu" />
        <Row icon="up" title={t('assets.earnings')} to="/profit" />
        <Row icon="theme" title={t('basket.title')} to="/blackRock" />
        <Row icon="question" title={t('financing.introTitle')} to="/chanpingjieshao" />
      </RowList>
    </Card>
  );
}
