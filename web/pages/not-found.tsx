import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function NotFoundPage(): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <Screen title="404" onBack={useGoBack('/homeTab')}>
      <EmptyState
        icon="question"
        title={t('shell.notFoundTitle')}
        action={{ label: t('shell.toHome'), onPress: () => go('/homeTab') }}
      >
        {t('shell.notFoundText')}
      </EmptyState>
    </Screen>
  );
}
