import type { ReactNode } from 'react';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useGetMarketStatus, useListMarkets } from '#web/features/market/queries/market.ts';
import { HotMarkets } from '#web/features/ranking/hot-markets.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The market list by what moves most. */
export function Page(): ReactNode {
  const t = useText();
  const markets = useListMarkets();
  const status = useGetMarketStatus().data;
  return (
    <Screen title={t('rounds.hot')} onBack={useGoBack('/homeTab')}>
      <MarketNote status={status} />
      <Loaded query={markets} height={420} radius={14}>
        {(rows) => <HotMarkets rows={rows} />}
      </Loaded>
    </Screen>
  );
}
