import type { ReactNode } from 'react';
import { ProfileForm } from '#web/features/profile/profile-form.tsx';
import { useGetAccountInfo } from '#web/features/profile/queries.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const profile = useGetAccountInfo();
  const problem = queryProblem(profile);
  return (
    <Screen title={t('security.profileTitle')} onBack={useGoBack('/securityCenter')}>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void profile.refetch()} />
      ) : profile.data === undefined ? (
        <Skeleton height={320} radius={14} />
      ) : (
        <ProfileForm profile={profile.data} onSaved={(message) => showToast(message, 'success')} />
      )}
    </Screen>
  );
}
