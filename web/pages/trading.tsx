import { type ReactNode, useState } from 'react';
import type { ChartRange } from '#contract/market.ts';
import { CoinChange, CoinHeader } from '#web/features/market/coin-header.tsx';
import { MarketChart, RangeTabs } from '#web/features/market/market-chart.tsx';
import { useMarketState } from '#web/features/market/queries.ts';
import { LevelCard, levelSheet } from '#web/features/plans/level-card.tsx';
import { PlanButtons } from '#web/features/plans/plan-buttons.tsx';
import { leverageSheet, PlanFields } from '#web/features/plans/plan-fields.tsx';
import { QuotaPanel } from '#web/features/plans/quota-panel.tsx';
import { QuoteCard } from '#web/features/plans/quote-card.tsx';
import { type PlanDesk, usePlanDesk } from '#web/features/plans/use-plan-desk.ts';
import { retryFailedReads } from '#web/platform/api/query-client.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { Lazy, LazySheet, lazyComponent, usePrefetch } from '#web/ui/loading/lazy-component.tsx';

const coinSheet = lazyComponent(async () => (await import('#web/features/market/coin-sheet.tsx')).CoinSheet);
const planPlaced = lazyComponent(async () => (await import('#web/features/plans/plan-placed.tsx')).PlanPlaced);
const figures = lazyComponent(async () => (await import('./trading-figures.tsx')).TradingFigures);
const prefetched = [coinSheet, planPlaced, levelSheet, leverageSheet, figures];
const placedHeight = 320;

const firstRange: ChartRange = '5m';

/** The coin with its chart, quotas, level, plan form, and the quote before placing. */
export function Page(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('coin');
  const [range, setRange] = useState<ChartRange>(firstRange);
  const [choosingCoin, setChoosingCoin] = useState(false);
  const market = useMarketState();
  const desk = usePlanDesk(coinOf(wanted), market);
  const { coin } = desk.form;
  usePrefetch(prefetched);
  return (
    <Screen title={t('market.pair', { coin, quote: 'USDT' })} aside={<CoinChange coin={coin} />} overTabBar>
      <CoinHeader coin={coin} />
      <RangeTabs range={range} onChange={setRange} />
      <MarketChart coin={coin} range={range} />
      <QuotaPanel quota={desk.quota.data} onRetry={desk.quota.isError ? retryFailedReads : undefined} />
      {desk.form.placed ? (
        <Lazy
          code={planPlaced}
          props={{ plan: desk.form.placed, onStakeAgain: () => desk.dispatch({ type: 'stakingAgain' }) }}
          fallback={<Skeleton height={placedHeight} radius={14} />}
        />
      ) : (
        <Plan desk={desk} source={market?.source ?? 'replay'} onOpenCoins={() => setChoosingCoin(true)} />
      )}
      <LazySheet
        code={coinSheet}
        props={{
          open: choosingCoin,
          chosen: coin,
          onChoose(chosen) {
            desk.dispatch({ type: 'coinChosen', coin: chosen });
            setChoosingCoin(false);
          },
          onClose: () => setChoosingCoin(false),
        }}
      />
    </Screen>
  );
}

interface PlanProps {
  readonly desk: PlanDesk;
  readonly source: 'replay' | 'exchange';
  readonly onOpenCoins: () => void;
}

function Plan({ desk, source, onOpenCoins }: PlanProps): ReactNode {
  const { form, dispatch, levels, quota, summary, quote, errors, leverageMaximum, leverageUnlocked } = desk;
  return (
    <>
      <LevelCard
        levels={levels.data}
        level={summary.level}
        leverage={form.leverage ?? 1}
        onChoose={(level) => dispatch({ type: 'levelChosen', level })}
        onRetry={levels.isError ? () => void levels.refetch() : undefined}
      />
      <PlanFields
        form={form}
        summary={summary}
        errors={errors}
        dispatch={dispatch}
        available={quota.data?.available ?? null}
        leverageMaximum={leverageMaximum}
        leverageUnlocked={leverageUnlocked}
        onOpenCoins={onOpenCoins}
      />
      <QuoteCard
        figures={figures}
        coin={form.coin}
        source={source}
        quote={quote.data}
        chosen={form.leverage !== null}
        outdated={quote.isPlaceholderData}
        onRetry={quote.isError ? () => void quote.refetch() : undefined}
        summary={summary}
      />
      <PlanButtons desk={desk} />
    </>
  );
}

/** The coin in the address, as linked from the ranking; null when malformed. */
function coinOf(coin: string | null): string | null {
  return coin !== null && /^[A-Z0-9]{2,12}$/.test(coin) ? coin : null;
}
