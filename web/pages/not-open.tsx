import type { ReactNode } from 'react';
import { type TextKey, useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import type { PageProps } from '#web/platform/navigation/navigation.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export type FeatureKey = Exclude<TextKey & `later.${string}`, 'later.title' | 'later.text'>;

/** The page of a feature that is still to come: it says which, and offers nothing that does not work. */
export function NotOpenPage({ feature }: PageProps): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <Screen title={t('later.title')} onBack={useGoBack('/homeTab')} overTabBar>
      <EmptyState
        icon="tips"
        title={t('later.title')}
        action={{ label: t('shell.toHome'), onPress: () => go('/homeTab') }}
      >
        {t('later.text', { feature: t(feature as FeatureKey) })}
      </EmptyState>
    </Screen>
  );
}
