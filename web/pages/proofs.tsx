import type { ReactNode } from 'react';
import { RootsList } from '#web/features/proofs/roots-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The published roots of the proof of balances, open to visitors. */
export function Page(): ReactNode {
  const t = useText();
  const isMember = useUsername() !== null;
  return (
    <Screen title={t('assets.proofs')} onBack={useGoBack(isMember ? '/tab4' : '/login')}>
      <Card>
        <p>{t('proofs.intro')}</p>
        <p>{t('proofs.privacy')}</p>
      </Card>
      <RootsList />
    </Screen>
  );
}
