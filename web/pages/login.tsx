import type { ReactNode } from 'react';
import { PaperStatement } from '#web/features/identity/paper-statement.tsx';
import { SignIn } from '#web/features/identity/sign-in.tsx';
import { LanguageButton } from '#web/features/preferences/language-button.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { returnPath } from '#web/platform/navigation/return-path.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import styles from './entry.module.css';

export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const { search } = useLocation();
  return (
    <Screen title={t('home.title')} aside={<LanguageButton />}>
      <div className={styles.lead}>
        <h2 className={styles.title}>{t('identity.signInTitle')}</h2>
        <p className={styles.promise}>{t('identity.promise')}</p>
      </div>
      <Card className={styles.card}>
        <SignIn onSignedIn={() => go(returnPath(search), { replace: true })} />
      </Card>
      <Go to="/forgotten" className={styles.other}>
        {t('identity.forgotten')}
      </Go>
      <Go to={`/registe${search}`} className={styles.other}>
        {t('identity.toRegister')}
      </Go>
      <Go to="/fairness" className={styles.other}>
        {t('identity.toFairness')}
      </Go>
      <PaperStatement />
    </Screen>
  );
}
