import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useGatePass } from './withdrawal-gate.tsx';

/** The two withdrawal methods. */
export function MethodList(): ReactNode {
  const t = useText();
  const { pass, dialog } = useGatePass();
  return (
    <Card>
      <RowList label={t('withdrawals.method')}>
        <Row
          icon="wallet"
          title={t('withdrawals.toBank')}
          note={t('withdrawals.toBankNote')}
          onPress={() => pass('bank', '/tixianbank')}
        />
        <Row
          icon="withdraw"
          title={t('withdrawals.toAddress')}
          note={t('withdrawals.toAddressNote')}
          onPress={() => pass('address', '/tixian')}
        />
      </RowList>
      {dialog}
    </Card>
  );
}
