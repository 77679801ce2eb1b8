import { type ReactNode, useMemo } from 'react';
import type { PlanDetail } from '#contract/plan-record.ts';
import { CandlesDrawn } from '#web/features/market/market-chart.tsx';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { PlanHead } from '#web/features/plans/plan-head.tsx';
import { useGetPlan } from '#web/features/plans/queries/records.ts';
import { RoundList } from '#web/features/plans/round-list.tsx';
import { roundMarks } from '#web/features/plans/round-marks.ts';
import { VerifyCard } from '#web/features/plans/verify-card.tsx';
import { useGetMinutes } from '#web/features/proofs/queries/minutes.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { Lazy, lazyComponent } from '#web/ui/loading/lazy-component.tsx';

const recordedDays = lazyComponent(async () => {
  await localeStore.loadMore();
  return (await import('#web/features/proofs/recorded-days-card.tsx')).RecordedDaysCard;
});

/** One plan: status, its rounds on the chart, and the proof. */
export function Page(): ReactNode {
  const t = useText();
  const id = (useQueryParameter('id') ?? '').toUpperCase();
  const go = useGo();
  const { data: detail, error, refetch } = useGetPlan(id);
  return (
    <Screen title={t('plans.plan', { id: id.slice(0, 8) })} onBack={useGoBack('/orders')}>
      {detail ? (
        <Detail detail={detail} />
      ) : refusalCode(error) === 'planUnknown' ? (
        <EmptyState
          icon="orders"
          title={t('plans.planUnknown')}
          action={{ label: t('plans.orderRecord'), onPress: () => go('/orders', { replace: true }) }}
        />
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        [148, 264, 320].map((height) => <Skeleton key={height} height={height} radius={14} />)
      )}
    </Screen>
  );
}

function Detail({ detail }: { readonly detail: PlanDetail }): ReactNode {
  const t = useText();
  const status = useGetMarketStatus().data;
  const { plan, candles, rounds, startsAt } = detail;
  const bound = detail.market.market;
  const [first, last] = [candles[0], candles.at(-1)];
  const marks = useMemo(() => roundMarks(rounds), [rounds]);
  const startLabel = t('plans.planStart');
  const start = useMemo(() => ({ openTime: startsAt, label: startLabel }), [startsAt, startLabel]);
  return (
    <>
      <PlanHead detail={detail} />
      <CandlesDrawn
        id={plan.id}
        coin={plan.coin}
        kind="candles"
        candles={candles}
        marks={marks}
        start={rounds.length > 0 ? start : undefined}
      />
      <MarketNote short status={status} />
      <RoundList detail={detail} />
      <VerifyCard detail={detail} getMinutes={useGetMinutes()} />
      {detail.settledAt !== null && bound.source === 'replay' && first && last && (
        <Lazy
          code={recordedDays}
          props={{ coin: plan.coin, bound, from: first.openTime, to: last.openTime }}
          fallback={<Skeleton height={96} radius={14} />}
        />
      )}
    </>
  );
}
