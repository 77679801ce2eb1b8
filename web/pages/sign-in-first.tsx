import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { loginPath } from '#web/platform/navigation/return-path.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { IconName } from '#web/ui/picture/icon.tsx';

interface SignInFirstProps {
  readonly icon: IconName;
  /** What the page has for members. */
  readonly to: 'deposits' | 'support' | 'wallet' | 'withdrawals';
}

/** For visitors in the place of what is the members': what it is, and the way to sign in, which leads back here. */
export function SignInFirst({ icon, to }: SignInFirstProps): ReactNode {
  const t = useText();
  const go = useGo();
  const { path } = useLocation();
  return (
    <EmptyState
      icon={icon}
      title={t(`${to}.signInTitle`)}
      action={{ label: t('identity.signIn'), onPress: () => go(loginPath(path)) }}
    >
      {t(`${to}.signInText`)}
    </EmptyState>
  );
}
