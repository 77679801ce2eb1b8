import type { ReactNode } from 'react';
import { Introduction } from '#web/features/financing/introduction.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <Screen title={t('financing.introTitle')} onBack={useGoBack('/fund')}>
      <Introduction />
      <Button kind="outline" onClick={() => go('/fund')}>
        {t('financing.products')}
      </Button>
    </Screen>
  );
}
