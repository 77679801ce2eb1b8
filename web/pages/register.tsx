import type { ReactNode } from 'react';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import { PaperStatement } from '#web/features/identity/paper-statement.tsx';
import { Registration } from '#web/features/identity/registration.tsx';
import { LanguageButton } from '#web/features/preferences/language-button.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { returnPath } from '#web/platform/navigation/return-path.ts';
import { session } from '#web/platform/session/session.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import styles from './entry.module.css';

export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const { search } = useLocation();
  const invite = new URLSearchParams(search).get('invite') ?? '';
  return (
    <Screen title={t('identity.registerTitle')} onBack={() => go(`/login${search}`)} aside={<LanguageButton />}>
      <PaperStatement />
      <Card className={styles.card}>
        <Registration
          invite={/^[A-Za-z0-9]{4,16}$/.test(invite) ? invite : houseInvitationCode}
          onRegistered={(message) => {
            const username = session.username();
            // What this phone kept under the name is a deleted account's.
            if (username !== null) void import('./forget-account.ts').then((kept) => kept.forgetAccount(username));
            showToast(message, 'success');
            go(returnPath(search), { replace: true });
          }}
        />
      </Card>
      <Go to={`/login${search}`} className={styles.other}>
        {t('identity.toSignIn')}
      </Go>
    </Screen>
  );
}
