import type { ReactNode } from 'react';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import { codeOfLink } from '#web/features/invitations/invitation-link.ts';
import { Landing } from '#web/features/invitations/landing.tsx';
import { LanguageButton } from '#web/features/preferences/language-button.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The page that an invitation link opens; without a code the house invites. */
export function Page(): ReactNode {
  const t = useText();
  const { search } = useLocation();
  const isMember = useUsername() !== null;
  return (
    <Screen
      title={t('invitations.landingTitle')}
      onBack={useGoBack(isMember ? '/tab4' : '/login')}
      aside={<LanguageButton />}
    >
      <Landing code={codeOfLink(search) ?? houseInvitationCode} />
    </Screen>
  );
}
