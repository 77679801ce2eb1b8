import type { ReactNode } from 'react';
import { ExclusionCard } from '#web/features/limits/exclusion-card.tsx';
import { LimitsCard } from '#web/features/limits/limits-card.tsx';
import { AuthenticatorCard } from '#web/features/security/authenticator-card.tsx';
import { DeviceList } from '#web/features/security/device-list.tsx';
import { FreezeCard } from '#web/features/security/freeze-card.tsx';
import { PasskeyCard } from '#web/features/security/passkey-card.tsx';
import { ProtectionMenu } from '#web/features/security/protection-menu.tsx';
import { RecoveryNote } from '#web/features/security/recovery-note.tsx';
import { ActHistory, SignInHistory } from '#web/features/security/security-history.tsx';
import { WaitingFundPassword } from '#web/features/security/waiting-fund-password.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** What protects the account, who is signed in, and what happened to it. */
export function SecurityCenterPage(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('security.title')} onBack={useGoBack('/tab4')}>
      <RecoveryNote />
      <WaitingFundPassword />
      <ProtectionMenu />
      <AuthenticatorCard />
      <PasskeyCard />
      <FreezeCard />
      <LimitsCard />
      <ExclusionCard />
      <DeviceList />
      <ActHistory />
      <SignInHistory />
    </Screen>
  );
}
