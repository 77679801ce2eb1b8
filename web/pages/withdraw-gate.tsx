import type { ReactNode } from 'react';
import { NeedsCard } from '#web/features/withdrawals/needs-card.tsx';
import { PayoutTimes } from '#web/features/withdrawals/payout-times.tsx';
import { WithdrawalHistory } from '#web/features/withdrawals/withdrawal-history.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Before a withdrawal: what is available, what must be set up first, payout times, and the history. */
export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('assets.withdraw')} onBack={useGoBack('/tab4')}>
      <PaperNote of="withdrawals" />
      <NeedsCard />
      <PayoutTimes />
      <WithdrawalHistory />
    </Screen>
  );
}
