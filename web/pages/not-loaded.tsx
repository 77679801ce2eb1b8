import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/**
 * In place of a page whose code did not come. Trying again reloads the document: browsers may remember for as long as it lives that a
 * module could not be fetched, and after an update of the app its old files are gone.
 */
export function NotLoadedPage(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('home.title')} onBack={useGoBack('/homeTab')}>
      <ErrorState message={t('shell.unreachable')} onRetry={() => window.location.reload()} />
    </Screen>
  );
}
