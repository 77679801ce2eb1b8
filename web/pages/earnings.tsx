import type { ReactNode } from 'react';
import { Earnings } from '#web/features/financing/earnings.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('assets.earnings')} onBack={useGoBack('/tab4')}>
      <Earnings />
    </Screen>
  );
}
