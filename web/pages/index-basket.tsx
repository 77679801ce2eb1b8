import type { ReactNode } from 'react';
import { BasketCard } from '#web/features/basket/basket-card.tsx';
import { BasketTexts } from '#web/features/basket/basket-texts.tsx';
import { PartsCard } from '#web/features/basket/parts-card.tsx';
import { useBasket } from '#web/features/basket/queries.ts';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useGetMarketStatus } from '#web/features/market/queries.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** All listed coins as one index; information only. */
export function Page(): ReactNode {
  const t = useText();
  const basket = useBasket();
  const status = useGetMarketStatus();
  const problem = queryProblem(basket);
  return (
    <Screen title={t('basket.title')} onBack={useGoBack('/moreProject')}>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void basket.refetch()} />
      ) : basket.data === undefined ? (
        <Skeleton height={420} radius={14} />
      ) : basket.data === null ? (
        <EmptyState icon="bars" title={t('basket.none')} />
      ) : (
        <>
          <BasketCard basket={basket.data} />
          <MarketNote status={status.data} />
          <PartsCard basket={basket.data} />
        </>
      )}
      <BasketTexts />
    </Screen>
  );
}
