import type { ReactNode } from 'react';
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
import { EntryCard } from './entry-card.tsx';

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
      <EntryCard icon="bars" title={t('financing.title')} to="/fund" />
      <EntryCard icon="orders" title={t('rounds.center')} note={t('rounds.entryText')} to="/jiaoyizhongxin" />
      <EntryCard icon="tips" title={t('draws.title')} note={t('draws.entryText')} to="/tab2" />
      {/* The other giving page is a shortcut. */}
      <EntryCard icon="heart" title={t('wallet.boosting')} note={t('wallet.boostingText')} to="/boosting" />
      <PurseCard />
    </Screen>
  );
}
