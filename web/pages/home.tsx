import type { ReactNode } from 'react';
import { CheckInBadge } from '#web/features/check-in/check-in-badge.tsx';
import { NoticeBell } from '#web/features/content/notice-bell.tsx';
import { BotsCard } from '#web/features/home/bots-card.tsx';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useGetMarketStatus, useListMarkets } from '#web/features/market/queries/market.ts';
import { Ranking } from '#web/features/ranking/ranking.tsx';
import { TopCards } from '#web/features/ranking/top-cards.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { nameEnd } from '#web/platform/format/account-name.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { clientPiece } from '#web/ui/loading/client-piece.tsx';

const nameCharacters = 6;

/** Below the first screenful. When it cannot be loaded, the rest of the page stays and says so. */
const More = clientPiece(async () => {
  await localeStore.loadMore();
  return (await import('./home-more.tsx')).HomeMore;
}, MoreMissing);

function MoreMissing(): ReactNode {
  return <ErrorState message={useText()('shell.unreachable')} onRetry={() => window.location.reload()} />;
}

export function Page(): ReactNode {
  const t = useText();
  const username = useUsername() ?? '';
  return (
    <Screen
      overTabBar
      title={t('home.title')}
      aside={
        <>
          <span role="img" aria-label={t('home.signedInAs', { name: username })}>
            <code>{nameEnd(username, nameCharacters)}</code>
          </span>
          <CheckInBadge />
          <NoticeBell />
        </>
      }
    >
      <TopMarkets />
      <BotsCard />
      <RankedMarkets />
      <More />
    </Screen>
  );
}

function TopMarkets(): ReactNode {
  const t = useText();
  const markets = useListMarkets();
  const status = useGetMarketStatus();
  const problem = queryProblem(markets);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void markets.refetch()} />;
  if (markets.data?.length === 0) {
    return (
      <EmptyState icon="bars" title={t('home.noPrices')}>
        {t('home.noPricesText')}
      </EmptyState>
    );
  }
  return (
    <>
      <TopCards rows={markets.data} />
      <MarketNote status={status.data} />
    </>
  );
}

/** Without prices, TopMarkets shows why. */
function RankedMarkets(): ReactNode {
  const markets = useListMarkets();
  return queryProblem(markets) === null && <Ranking rows={markets.data} />;
}
