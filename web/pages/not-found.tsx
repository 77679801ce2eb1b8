import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/screen.tsx';
import { EmptyState } from '#web/ui/states.tsx';

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
