import { useState } from 'react';
import type { Plan } from '#contract/plan-record.ts';
import { placePlan } from '#contract/plans.ts';
import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plans-offer.ts';
import { getMember } from '#contract/profile.ts';
import { usdt } from '#core/money/amount.ts';
import { retryFailedReads } from '#web/platform/api/query-client.ts';
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import { fakeServer } from '#web/ui/mounted.fixture.tsx';
import { LevelCard } from './level-card.tsx';
import { LevelSheet, type LevelSheetProps } from './level-sheet.tsx';
import { PlanButtons } from './plan-buttons.tsx';
import { PlanConfirm } from './plan-confirm.tsx';
import { leverageSheet, PlanFields } from './plan-fields.tsx';
import type { PlacedPlan } from './plan-form.ts';
import { levelOf, quoteAt } from './plan-presses.fixture.ts';
import { QuotaPanel } from './quota-panel.tsx';
import { QuoteCard } from './quote-card.tsx';
import { QuoteFigures } from './quote-figures.tsx';
import type { TradingChoices } from './trading-choices.ts';
import { type PlanMarket, usePlanDesk } from './use-plan-desk.ts';

const Levels = (props: Omit<LevelSheetProps, 'coming'>) => <LevelSheet {...props} coming={null} />;
const levelSheet = lazyComponent(async () => Levels);
const figures = lazyComponent(async () => QuoteFigures);

/** To be awaited before the first test: no press then waits for code. */
export const loadSheets = () => Promise.all([leverageSheet, levelSheet, figures].map(({ load }) => load()));

export const levels = [
  levelOf(1),
  levelOf(2, { amountMin: usdt(50_000_000n), amountMax: usdt(2_000_000_000n) }),
  levelOf(3, { lockedBy: 'weight', weightMin: 4_500 }),
  levelOf(4, { lockedBy: 'balance', amountMin: usdt(900_000_000n) }),
];
export const placed: Plan = {
  ...{ id: '8QK2', roundsDone: 0, roundsTotal: 12, amount: usdt(120_000_000n), income: usdt(0n), strategy: 'trend-1' },
  ...{ status: 'pending', placedAt: 0, coin: 'ETH', leverage: 3, level: 2 },
};
export const member = (leverageUnlocked: number) => ({
  ...{ username: 'satoshi7', weight: 1_200, authorization: usdt(0n), available: usdt(0n), locked: usdt(0n) },
  ...{
    incomeToday: usdt(0n),
    incomeTotal: usdt(0n),
    rule: '',
    leverageUnlocked,
    postings: 0,
    assistance: 0,
    donated: 0,
  },
});
export const first: TradingChoices = { coin: 'ETH', range: '5m', levelId: null, leverage: null };
const live: PlanMarket = { state: 'live', standsSince: null };

export function tradingServer() {
  const server = fakeServer();
  server.answer(listLevels, levels);
  server.answer(getQuota, {
    authorization: usdt(150_000_000n),
    locked: usdt(30_000_000n),
    available: usdt(120_000_000n),
  });
  server.answer(getMaxLeverage, 5);
  server.answer(getMember, member(3) as never);
  server.answerBy(quotePlan, ({ fields }) => quoteAt(Number(fields.multiple)));
  server.answer(placePlan, placed);
  return server;
}

interface DeskProps {
  readonly choices?: TradingChoices;
  readonly market?: PlanMarket;
  readonly isListed?: boolean;
  readonly onPlaced?: (placed: PlacedPlan) => void;
}

/** The trading screen's own parts, without chart and prices. */
export function Desk({ choices = first, market = live, isListed = true, onPlaced }: DeskProps) {
  const [chosen, setChosen] = useState(choices);
  const [confirming, setConfirming] = useState(false);
  const choose = (changes: Partial<TradingChoices>) => setChosen((before) => ({ ...before, ...changes }));
  const desk = usePlanDesk({ choices: { ...chosen, coin: chosen.coin ?? 'ETH' }, choose, isListed, market });
  const { form, summary, quote, ownQuote, levels: offers, quota } = desk;
  const available = quota.data?.available ?? null;
  if (form.placed)
    return (
      <button type="button" onClick={() => desk.dispatch({ type: 'stakingAgain' })}>
        Again
      </button>
    );
  return (
    <>
      <QuotaPanel quota={quota.data} onRetry={quota.isError ? retryFailedReads : undefined} funds="free funds" />
      <LevelCard
        {...{ sheet: levelSheet, levels: offers.data, level: summary.level, leverage: form.leverage ?? 1 }}
        onChoose={(level) => desk.dispatch({ type: 'levelChosen', level })}
        onRetry={offers.isError ? () => void offers.refetch() : undefined}
      />
      <PlanFields
        {...desk}
        available={available}
        onOpenCoins={() => desk.dispatch({ type: 'coinChosen', coin: 'SOL' })}
      />
      <QuoteCard
        {...{ figures, coin: form.coin, quote: quote.data, chosen: form.leverage !== null, summary }}
        outdated={quote.isPlaceholderData}
        onRetry={desk.retryQuote}
      />
      <PlanButtons desk={desk} onDetermine={() => setConfirming(desk.check())} />
      <PlanConfirm
        {...{ open: confirming, form, summary, quote: ownQuote, available, warnings: 'a warning' }}
        onRetry={desk.retryQuote}
        onPlaced={(plan) => {
          onPlaced?.(plan);
          desk.dispatch({ type: 'placed', ...plan });
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
