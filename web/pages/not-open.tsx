import type { ReactNode } from 'react';
import { type TextKey, useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import type { PageProps } from '#web/platform/navigation/navigation.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export type FeatureKey = Exclude<TextKey & `notOpen.${string}`, 'notOpen.title' | 'notOpen.text'>;

/** A feature that is not open yet: names it, and offers nothing that does not work. */
export function Page({ feature }: PageProps): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <Screen title={t('notOpen.title')} onBack={useGoBack('/homeTab')} overTabBar>
      <EmptyState
        icon="tips"
        title={t('notOpen.title')}
        action={{ label: t('shell.toHome'), onPress: () => go('/homeTab') }}
      >
        {t('notOpen.text', { feature: t(feature as FeatureKey) })}
      </EmptyState>
    </Screen>
  );
}
