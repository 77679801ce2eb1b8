import type { ReactNode } from 'react';
import { FinancingEntry } from '#web/features/financing/financing-entry.tsx';
import { useWallet } from '#web/features/records/queries.ts';
import { Shortcuts } from '#web/features/records/shortcuts.tsx';
import { PurseCard, WalletCard } from '#web/features/records/wallet-card.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/screen.tsx';
import { ErrorState } from '#web/ui/states.tsx';

export function WalletPage(): ReactNode {
  const t = useText();
  const wallet = useWallet();
  const problem = queryProblem(wallet);
  return (
    <Screen title={t('records.walletTitle')} onBack={useGoBack('/tab4')} overTabBar>
      {problem === null ? <WalletCard /> : <ErrorState message={problem} onRetry={() => void wallet.refetch()} />}
      <Shortcuts />
      <FinancingEntry />
      <PurseCard />
    </Screen>
  );
}
