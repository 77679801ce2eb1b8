import { type ComponentType, type ReactNode, useState } from 'react';
import { CoinChange, CoinHeader } from '#web/features/market/coin-header.tsx';
import { MarketChart, RangeTabs } from '#web/features/market/market-chart.tsx';
import { useCoinListed, useFirstCoin, useMarketState } from '#web/features/market/queries/market.ts';
import { LevelCard } from '#web/features/plans/level-card.tsx';
import { PlanButtons } from '#web/features/plans/plan-buttons.tsx';
import { leverageSheet, PlanFields } from '#web/features/plans/plan-fields.tsx';
import { QuotaPanel } from '#web/features/plans/quota-panel.tsx';
import { QuoteCard } from '#web/features/plans/quote-card.tsx';
import { type PlanDesk, type PlanDeskProps, usePlanDesk } from '#web/features/plans/use-plan-desk.ts';
import { useTradingChoices } from '#web/features/plans/use-trading-choices.ts';
import { retryFailedReads } from '#web/platform/api/query-client.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { Lazy, LazySheet, lazyComponent, usePrefetch } from '#web/ui/loading/lazy-component.tsx';

const coinSheet = lazyComponent(async () => (await import('#web/features/market/coin-sheet.tsx')).CoinSheet);
const figures = lazyComponent(async () => (await import('./trading-figures.tsx')).TradingFigures);
/** With texts that are not among those of the first screen. */
const withMoreTexts = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(async () => {
    await localeStore.loadMore();
    return load();
  });
const knowable = withMoreTexts(async () => (await import('./trading-knowable.tsx')).TradingKnowable);
const unknown = withMoreTexts(async () => (await import('./trading-unknown.tsx')).TradingUnknown);
const exclusion = withMoreTexts(
  async () => (await import('#web/features/limits/exclusion-notice.tsx')).ExclusionNotice,
);
const levelSheet = withMoreTexts(async () => (await import('./trading-levels.tsx')).TradingLevels);
const planPlaced = withMoreTexts(async () => (await import('./trading-placed.tsx')).TradingPlaced);
const testFunds = withMoreTexts(async () => (await import('#web/features/deposits/test-funds.tsx')).TestFunds);
const confirm = withMoreTexts(async () => (await import('./trading-confirm.tsx')).TradingConfirm);
const prefetched = [coinSheet, planPlaced, levelSheet, leverageSheet, figures, confirm];
const placedHeight = 320;

/** The trading screen of the coin in the address; without one, of the coin shown last. */
export function Page(): ReactNode {
  const t = useText();
  const { choices, choose } = useTradingChoices(useFirstCoin());
  const { coin } = choices;
  const isListed = useCoinListed(coin);
  if (coin !== null && isListed !== false) {
    return <Trading choices={{ ...choices, coin }} choose={choose} isListed={isListed === true} />;
  }
  return (
    <Screen title={t('shell.quantization')} overTabBar>
      <Lazy
        code={unknown}
        props={{ onChoose: (chosen) => choose({ coin: chosen }) }}
        fallback={<Skeleton height={placedHeight} radius={14} />}
      />
    </Screen>
  );
}

/** The coin with its chart, quotas, level, plan form, and the quote before placing. */
function Trading(props: Omit<PlanDeskProps, 'market'>): ReactNode {
  const { choices, choose } = props;
  const t = useText();
  const [choosingCoin, setChoosingCoin] = useState(false);
  const market = useMarketState();
  const desk = usePlanDesk({ ...props, market });
  const { coin } = desk.form;
  usePrefetch(prefetched);
  return (
    <Screen title={t('market.pair', { coin, quote: 'USDT' })} aside={<CoinChange coin={coin} />} overTabBar>
      <CoinHeader coin={coin} />
      <RangeTabs range={choices.range} onChange={(range) => choose({ range })} />
      <MarketChart coin={coin} range={choices.range} />
      <QuotaPanel
        quota={desk.quota.data}
        onRetry={desk.quota.isError ? retryFailedReads : undefined}
        funds={<Lazy code={testFunds} props={{}} fallback={null} />}
      />
      {desk.form.placed ? (
        <Lazy
          code={planPlaced}
          props={{ ...desk.form.placed, onStakeAgain: () => desk.dispatch({ type: 'stakingAgain' }) }}
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
  const { form, dispatch, levels, quota, summary, quote, ownQuote, retryQuote, errors } = desk;
  const { leverageMaximum, leverageUnlocked } = desk;
  const available = quota.data?.available ?? null;
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Lazy code={exclusion} props={{}} fallback={null} />
      <LevelCard
        sheet={levelSheet}
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
        available={available}
        leverageMaximum={leverageMaximum}
        leverageUnlocked={leverageUnlocked}
        onOpenCoins={onOpenCoins}
      />
      <QuoteCard
        figures={figures}
        coin={form.coin}
        quote={quote.data}
        chosen={form.leverage !== null}
        outdated={quote.isPlaceholderData}
        onRetry={retryQuote}
        summary={summary}
      />
      <PlanButtons desk={desk} onDetermine={() => setConfirming(desk.check())} />
      <LazySheet
        code={confirm}
        props={{
          open: confirming,
          form,
          summary,
          quote: ownQuote,
          onRetry: retryQuote,
          available,
          onPlaced: (placed) => dispatch({ type: 'placed', ...placed }),
          onClose: () => setConfirming(false),
        }}
      />
      {source === 'replay' && <Lazy code={knowable} props={{}} fallback={null} />}
    </>
  );
}
