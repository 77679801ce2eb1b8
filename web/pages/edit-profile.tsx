import type { ReactNode } from 'react';
import { ProfileForm } from '#web/features/profile/profile-form.tsx';
import { useGetAccountInfo } from '#web/features/profile/queries/profile.ts';
import { HistoryCheck } from '#web/features/security/history-check.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const profile = useGetAccountInfo();
  return (
    <Screen title={t('security.profile')} onBack={useGoBack('/securityCenter')}>
      <Loaded query={profile} height={320} radius={14}>
        {(known) => <ProfileForm profile={known} onSaved={(message) => showToast(message, 'success')} />}
      </Loaded>
      <HistoryCheck of={['account']} />
    </Screen>
  );
}
