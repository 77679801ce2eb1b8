import type { ReactNode } from 'react';
import { SignOutButton } from '#web/features/identity/sign-out-button.tsx';
import { PriceSourceCard } from '#web/features/market/price-source-card.tsx';
import { NotificationSettingsCard } from '#web/features/notifications/settings-card.tsx';
import { AboutCard } from '#web/features/preferences/about-card.tsx';
import { Appearance } from '#web/features/preferences/appearance.tsx';
import { InstallCard } from '#web/features/preferences/install-card.tsx';
import { LanguageRow } from '#web/features/preferences/language-row.tsx';
import { HistoryCheck } from '#web/features/security/history-check.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <Screen title={t('assets.settings')} onBack={useGoBack('/tab4')}>
      <Card>
        <RowList label={t('assets.settings')}>
          <LanguageRow />
          <Row icon="person" title={t('security.profile')} to="/user_edit" />
          <Row icon="lock" title={t('assets.security')} to="/securityCenter" />
          <Row icon="records" title={t('content.documents')} to="/auth" />
        </RowList>
      </Card>
      <Card title={t('shell.theme')}>
        <Appearance />
      </Card>
      <NotificationSettingsCard />
      <HistoryCheck of={['settings']} />
      <PriceSourceCard />
      <InstallCard />
      <AboutCard />
      <SignOutButton onSignedOut={() => go('/login', { replace: true })} />
    </Screen>
  );
}
