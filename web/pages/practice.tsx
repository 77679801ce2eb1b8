import { type ReactNode, useMemo, useState } from 'react';
import { CoinSheet } from '#web/features/market/coin-sheet.tsx';
import { CandlesDrawn } from '#web/features/market/market-chart.tsx';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useFirstCoin, useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { PlanHead } from '#web/features/plans/plan-head.tsx';
import { choosePlan } from '#web/features/plans/practice/choose-plan.ts';
import { PracticeChoices } from '#web/features/plans/practice/practice-choices.tsx';
import type { Practice, PracticeChoice } from '#web/features/plans/practice/practice-plan.ts';
import { useListLevels } from '#web/features/plans/queries/offer.ts';
import { usePractice } from '#web/features/plans/queries/practice.ts';
import { RoundList } from '#web/features/plans/round-list.tsx';
import { roundMarks } from '#web/features/plans/round-marks.ts';
import { VerifyCard } from '#web/features/plans/verify-card.tsx';
import { useGetMinutes } from '#web/features/proofs/queries/minutes.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** A practice plan: settled at once on the candles that closed last, and verified like a real one. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const firstCoin = useFirstCoin();
  const [chosenCoin, setCoin] = useState<string | null>(null);
  const coin = chosenCoin ?? firstCoin;
  const [chosen, setChosen] = useState<PracticeChoice | null>(null);
  const [choosingCoin, setChoosingCoin] = useState(false);
  const levels = useListLevels(coin, chosen?.leverage ?? null);
  const [first] = levels.data ?? [];
  const choice = chosen ?? (first ? { level: first, leverage: 1 } : null);
  const practice = usePractice(coin, choice);
  const failed = practice.isError ? practice : levels.isError ? levels : null;
  return (
    <Screen title={t('practice.title')} onBack={useGoBack('/homeTab')}>
      <SourceLine source="sample">{t('practice.note')}</SourceLine>
      {failed ? (
        <ErrorState onRetry={() => void failed.refetch()} />
      ) : practice.data === null ? (
        <EmptyState icon="bars" title={t('practice.tooFew')} />
      ) : practice.data ? (
        <Result practice={practice.data} />
      ) : (
        [148, 120, 264].map((height) => <Skeleton key={height} height={height} radius={14} />)
      )}
      {choice && (
        <>
          <PracticeChoices
            coin={coin}
            levels={levels.data ?? []}
            choice={choice}
            onChoose={setChosen}
            onOpenCoins={() => setChoosingCoin(true)}
          />
          <Button onClick={() => go(choosePlan({ coin, levelId: choice.level.id, leverage: choice.leverage }, ''))}>
            {t('practice.real')}
          </Button>
        </>
      )}
      {practice.data && <RoundList detail={practice.data.detail} />}
      <CoinSheet
        open={choosingCoin}
        chosen={coin}
        onChoose={(next) => {
          setCoin(next);
          setChoosingCoin(false);
        }}
        onClose={() => setChoosingCoin(false)}
      />
    </Screen>
  );
}

function Result({ practice }: { readonly practice: Practice }): ReactNode {
  const t = useText();
  const status = useGetMarketStatus().data;
  const getMinutes = useGetMinutes();
  const { plan, startsAt, candles, rounds } = practice.detail;
  const marks = useMemo(() => roundMarks(rounds), [rounds]);
  const startLabel = t('planDetail.planStart');
  const start = useMemo(() => ({ openTime: startsAt, label: startLabel }), [startsAt, startLabel]);
  const id = `${plan.id} ${plan.coin} ${plan.level} ${plan.leverage} ${startsAt}`;
  const verify = async () => {
    const { verifyPractice } = await import('#web/features/plans/practice/practice-plan.ts');
    const minutes = await getMinutes(plan.coin, candles[0]?.openTime ?? startsAt).catch(() => null);
    return verifyPractice(practice, minutes, () => performance.now());
  };
  return (
    <>
      <PlanHead detail={practice.detail} source="sample" />
      <VerifyCard key={id} id={id} verify={verify} />
      <CandlesDrawn id={id} coin={plan.coin} kind="candles" candles={candles} marks={marks} start={start} />
      <MarketNote short status={status} />
    </>
  );
}
