import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useNavigator } from '#web/platform/navigation/navigation.tsx';
import { Button } from '#web/ui/button.tsx';
import { Screen } from '#web/ui/screen.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** In place of a page whose code did not come. Reloading helps where the app was renewed meanwhile and its old files are gone. */
export function NotLoadedPage(): ReactNode {
  const t = useText();
  const navigator = useNavigator();
  return (
    <Screen title={t('home.title')} onBack={useGoBack('/homeTab')}>
      <ErrorState message={t('shell.unreachable')} onRetry={() => void navigator.follow()} />
      <Button kind="quiet" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </Button>
    </Screen>
  );
}
