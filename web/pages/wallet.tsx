import type { ReactNode } from 'react';
import { GivingEntry } from '#web/features/donations/giving-entry.tsx';
import { DrawsEntry } from '#web/features/draws/draws-entry.tsx';
import { FinancingEntry } from '#web/features/financing/financing-entry.tsx';
import { RoundsEntry } from '#web/features/rounds/rounds-entry.tsx';
import { useGetWallet } from '#web/features/wallet/queries.ts';
import { Shortcuts } from '#web/features/wallet/shortcuts.tsx';
import { PurseCard, WalletCard } from '#web/features/wallet/wallet-card.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useFailureToast } from '#web/ui/feedback/outcome-toasts.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { PaperLine } from '#web/ui/figure/paper-line.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const wallet = useGetWallet();
  useFailureToast(wallet.error);
  const problem = queryProblem(wallet);
  return (
    <Screen title={t('assets.wallet')} onBack={useGoBack('/tab4')} overTabBar>
      {problem === null ? <WalletCard /> : <ErrorState message={problem} onRetry={() => void wallet.refetch()} />}
      <PaperLine />
      <Shortcuts />
      <FinancingEntry />
      <RoundsEntry />
      <DrawsEntry />
      <GivingEntry />
      <PurseCard />
    </Screen>
  );
}
