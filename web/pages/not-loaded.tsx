import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/**
 * Shown when a page's code cannot be loaded. Retrying reloads the document: browsers may cache a failed module import, and after an update
 * the old files are gone.
 */
export function NotLoadedPage(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('home.title')} onBack={useGoBack('/homeTab')}>
      <ErrorState message={t('shell.unreachable')} onRetry={() => window.location.reload()} />
    </Screen>
  );
}
