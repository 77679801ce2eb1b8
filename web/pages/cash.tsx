import type { ReactNode } from 'react';
import { MethodList } from '#web/features/withdrawals/method-list.tsx';
import { PayoutTimes } from '#web/features/withdrawals/payout-times.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The withdrawal methods: bank card or address. */
export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('withdrawals.method')} onBack={useGoBack('/txmoney')}>
      <MethodList />
      <PayoutTimes />
      <Note>{t('withdrawals.promise')}</Note>
      <PaperNote of="withdrawals" />
    </Screen>
  );
}
