import type { ReactNode } from 'react';
import { AuthenticatorCard } from '#web/features/identity/factors/authenticator-card.tsx';
import { PasskeyCard } from '#web/features/identity/factors/passkey-card.tsx';
import { RecoveryNote } from '#web/features/identity/recovery/recovery-note.tsx';
import { DeviceList } from '#web/features/identity/sessions/device-list.tsx';
import { SignInHistory } from '#web/features/identity/sessions/sign-in-history.tsx';
import { ExclusionCard } from '#web/features/limits/exclusion-card.tsx';
import { LimitsCard } from '#web/features/limits/limits-card.tsx';
import { DeletionCard } from '#web/features/own-data/deletion-card.tsx';
import { OwnDataCard } from '#web/features/own-data/own-data-card.tsx';
import { ActHistory } from '#web/features/security/act-history.tsx';
import { FreezeCard } from '#web/features/security/freeze-card.tsx';
import { ProtectionMenu } from '#web/features/security/protection-menu.tsx';
import { WaitingWithdrawalPassword } from '#web/features/security/waiting-withdrawal-password.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Security settings, signed-in devices, and the history of acts. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const username = useUsername();
  const leave = () => {
    if (username !== null) void import('./forget-account.ts').then(({ forgetAccount }) => forgetAccount(username));
    go('/login', { replace: true });
  };
  return (
    <Screen title={t('assets.security')} onBack={useGoBack('/tab4')}>
      <RecoveryNote />
      <WaitingWithdrawalPassword />
      <ProtectionMenu />
      <AuthenticatorCard />
      <PasskeyCard />
      <FreezeCard />
      <LimitsCard />
      <ExclusionCard />
      <DeviceList />
      <ActHistory />
      <SignInHistory />
      <OwnDataCard />
      <DeletionCard onDeleted={leave} />
    </Screen>
  );
}
