import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Shown when a page throws while rendering. */
export function BrokenPage(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('home.title')}>
      <div role="alert">
        <EmptyState
          icon="warning"
          title={t('shell.brokenTitle')}
          action={{ label: t('shell.reload'), onPress: () => window.location.reload() }}
        >
          {t('shell.brokenText')}
        </EmptyState>
      </div>
    </Screen>
  );
}
