import type { ReactNode } from 'react';
import { HoldingList } from '#web/features/financing/holding-list.tsx';
import { AskAbout } from '#web/features/support/ask-about.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('financing.recordsTitle')} onBack={useGoBack('/fund')}>
      <HoldingList only={useQueryParameter('holding')} links={(id) => <AskAbout pin={{ kind: 'holding', id }} />} />
    </Screen>
  );
}
