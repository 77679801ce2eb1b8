import type { ReactNode } from 'react';
import { BasketCard } from '#web/features/basket/basket-card.tsx';
import { BasketTexts } from '#web/features/basket/basket-texts.tsx';
import { PartsCard } from '#web/features/basket/parts-card.tsx';
import { useBasket } from '#web/features/basket/queries.ts';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** All listed coins as one index; information only. */
export function Page(): ReactNode {
  const t = useText();
  const basket = useBasket();
  const status = useGetMarketStatus();
  return (
    <Screen title={t('basket.title')} onBack={useGoBack('/moreProject')}>
      <Loaded query={basket} height={420} radius={14}>
        {(whole) =>
          whole === null ? (
            <EmptyState icon="bars" title={t('basket.none')} />
          ) : (
            <>
              <BasketCard basket={whole} />
              <MarketNote status={status.data} />
              <PartsCard basket={whole} />
            </>
          )
        }
      </Loaded>
      <BasketTexts />
    </Screen>
  );
}
