import type { ReactNode } from 'react';
import { ChannelList } from '#web/features/deposits/channel-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The deposit channels. */
export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('withdrawals.recharge')} onBack={useGoBack('/wallet')}>
      <PaperNote of="deposits" />
      <ChannelList />
      <Card>
        <RowList>
          <Row icon="records" title={t('deposits.historyTitle')} to="/deposits" />
        </RowList>
      </Card>
    </Screen>
  );
}
