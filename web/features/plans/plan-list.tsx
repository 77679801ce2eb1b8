import { type ReactNode, useEffect } from 'react';
import type { Plan } from '#contract/plan-record.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { fetchNext } from '#web/platform/api/use-pages.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { ListEnd } from '#web/ui/layout/list-end.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './plan-list.module.css';
import { useListPlans } from './queries/records.ts';
import { StatusChips } from './status-chips.tsx';
import { strategyWords } from './words.ts';

/** The order record, newest first, loading older pages on scroll. */
export function PlanList(): ReactNode {
  const t = useText();
  const go = useGo();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useListPlans();
  const plans = data?.pages.flat() ?? [];
  useFailureToast(error);
  if (!data) {
    if (error) return <ErrorState message={problemText(error) ?? undefined} onRetry={() => void refetch()} />;
    return (
      <>
        <SourceLine source="ledger">{t('plans.recordSource')}</SourceLine>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={128} radius={14} />
        ))}
      </>
    );
  }
  if (plans.length === 0) {
    return (
      <EmptyState
        icon="orders"
        title={t('plans.noOrders')}
        action={{ label: t('plans.placeOne'), onPress: () => go('/tab1') }}
      >
        {t('plans.noOrdersText')}
      </EmptyState>
    );
  }
  return (
    <>
      <SourceLine source="ledger">{t('plans.recordSource')}</SourceLine>
      <ul className={common.stack}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanRow plan={plan} />
          </li>
        ))}
      </ul>
      <ListEnd
        more={hasNextPage}
        loading={isFetchingNextPage}
        onReach={() => void fetchNext({ data, fetchNextPage })}
        loadingText={t('plans.loadingMore')}
        endText={t('plans.allLoaded')}
      />
    </>
  );
}

function PlanRow({ plan }: { readonly plan: Plan }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Go to={`/ordersDetail?id=${plan.id}`} className={styles.row}>
      <span className={styles.head}>
        <span className={styles.name}>
          {t('plans.pair', { coin: plan.coin })} ·{' '}
          <Figure source="ledger">{t('plans.leverageValue', { leverage: plan.leverage })}</Figure>
        </span>
        <span>
          <span className={common.spoken}>{t('plans.status')} </span>
          <StatusChips plan={plan} />
        </span>
      </span>
      <span className={styles.figures}>
        <Cell label={t('plans.rounds')}>
          <Figure source="ledger">{t('plans.roundsValue', { done: plan.roundsDone, total: plan.roundsTotal })}</Figure>
        </Cell>
        <Cell label={t('plans.singleAmount')}>
          <Money source="ledger" value={plan.amount} decimals={2} />
        </Cell>
        <Cell label={plan.status === 'pending' ? t('plans.incomeSoFar') : t('plans.income')}>
          {plan.income !== 0n && <Money source="ledger" value={plan.income} decimals={4} sign="always" />}
        </Cell>
      </span>
      <span className={styles.foot}>
        <span>
          {t('plans.type')} <b>{strategyWords(t, plan.strategy)}</b>
        </span>
        <span>
          {t('plans.createTime')}{' '}
          <time dateTime={new Date(plan.placedAt).toISOString()}>{format.dayTime(plan.placedAt)}</time>
        </span>
      </span>
    </Go>
  );
}

function Cell({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className={styles.cell}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{children}</span>
    </span>
  );
}

/** Shows a failed load or refresh once. */
function useFailureToast(error: Error | null): void {
  const words = useText()('plans.listFailed');
  const problem =
    error === null || error.name === 'SessionOver' ? null : error.name === 'ApiRefusal' ? error.message : words;
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failure');
  }, [problem]);
}
