import type { ReactNode } from 'react';
import { FinancingWays } from '#web/features/financing/financing-ways.tsx';
import { ProductList } from '#web/features/financing/product-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The financing products, with links to holdings and explanations. */
export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('financing.title')} onBack={useGoBack('/wallet')}>
      <Note>{t('financing.promise')}</Note>
      <ProductList />
      <FinancingWays />
    </Screen>
  );
}
