import type { ReactNode } from 'react';
import { PlanList } from '#web/features/plans/plan-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('assets.orderRecord')} onBack={useGoBack('/tab1')}>
      <PlanList />
    </Screen>
  );
}
