import { type ReactNode, useMemo } from 'react';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { voidFrom } from '#core/plans/void.ts';
import { CandlesDrawn } from '#web/features/market/market-chart.tsx';
import { MarketNote } from '#web/features/market/market-note.tsx';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { PlanHead } from '#web/features/plans/plan-head.tsx';
import { useSettledVerification } from '#web/features/plans/queries/proof.ts';
import { useGetPlan } from '#web/features/plans/queries/records.ts';
import { RoundList } from '#web/features/plans/round-list.tsx';
import { roundMarks } from '#web/features/plans/round-marks.ts';
import { ProofDownload, VerifyCard, VerifyLater } from '#web/features/plans/verify-card.tsx';
import { useGetMinutes } from '#web/features/proofs/queries/minutes.ts';
import { useGetReplayDay } from '#web/features/proofs/queries/replay.ts';
import { AskAbout } from '#web/features/support/ask-about.tsx';
import { useReportVerification } from '#web/features/tasks/queries.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { Lazy, lazyComponent } from '#web/ui/loading/lazy-component.tsx';

const recordedDays = lazyComponent(async () => {
  await localeStore.loadMore();
  return (await import('#web/features/plans/recorded-days-card.tsx')).RecordedDaysCard;
});

const boundMarket = lazyComponent(async () => {
  await localeStore.loadMore();
  return (await import('#web/features/plans/bound-market.tsx')).BoundMarketCard;
});

/** One plan: status, its rounds on the chart, and the proof. */
export function Page(): ReactNode {
  const t = useText();
  const id = (useQueryParameter('id') ?? '').toUpperCase();
  const go = useGo();
  const { data: detail, error, refetch } = useGetPlan(id);
  return (
    <Screen title={t('planDetail.plan', { id: id.slice(0, 8) })} onBack={useGoBack('/orders')}>
      {detail ? (
        <Detail detail={detail} />
      ) : refusalCode(error) === 'planUnknown' ? (
        <EmptyState
          icon="orders"
          title={t('planDetail.planUnknown')}
          action={{ label: t('assets.orderRecord'), onPress: () => go('/orders', { replace: true }) }}
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
  const format = useFormat();
  const status = useGetMarketStatus().data;
  const { plan, candles, rounds, startsAt, settledAt } = detail;
  const report = useReportVerification();
  const verify = useSettledVerification(detail, { getMinutes: useGetMinutes(), getReplayDay: useGetReplayDay() });
  const verifyAndReport = async () => {
    const verification = await verify();
    const { matches, resultHash } = verification;
    if (matches && resultHash !== null) report({ plan: plan.id, computed: resultHash });
    return verification;
  };
  const marks = useMemo(() => roundMarks(rounds), [rounds]);
  const startLabel = t('planDetail.planStart');
  const start = useMemo(() => ({ openTime: startsAt, label: startLabel }), [startsAt, startLabel]);
  return (
    <>
      <PlanHead detail={detail} />
      {settledAt !== null && <VerifyCard id={plan.id} verify={verifyAndReport} />}
      <CandlesDrawn
        id={plan.id}
        coin={plan.coin}
        kind="candles"
        candles={candles}
        marks={marks}
        start={rounds.length > 0 ? start : undefined}
      />
      <MarketNote short status={status} />
      {settledAt === null && status?.staleCoins.includes(plan.coin) ? (
        <Note kind="warning">
          {t('planProof.waitsForPrices', { coin: plan.coin, deadline: format.dayTime(voidFrom(detail)) })}
        </Note>
      ) : null}
      <RoundList detail={detail} />
      <Lazy code={boundMarket} props={{ detail }} fallback={<Skeleton height={48} radius={14} />} />
      <AskAbout pin={{ kind: 'plan', id: plan.id }} />
      {settledAt === null ? <VerifyLater /> : <ProofDownload id={plan.id} />}
      {settledAt !== null && detail.market.market.source === 'replay' && (
        <Lazy code={recordedDays} props={{ plan: plan.id }} fallback={<Skeleton height={96} radius={14} />} />
      )}
    </>
  );
}
