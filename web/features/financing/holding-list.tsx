import { type ReactNode, useState } from 'react';
import { type HoldingState, holdingStates } from '#contract/financing.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { useFailureToast } from '#web/ui/feedback/use-failure-toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { HoldingCard } from './holding-card.tsx';
import { useListHoldings } from './queries.ts';

/** The member's holdings by state. */
export function HoldingList(): ReactNode {
  const t = useText();
  const [state, setState] = useState<HoldingState | 'all'>('all');
  const holdings = useListHoldings(state);
  useFailureToast(holdings.error);
  const problem = queryProblem(holdings);
  const rows = holdings.data?.pages.flat();
  return (
    <>
      <Segmented
        label={t('financing.filter')}
        value={state}
        onChange={setState}
        segments={(['all', ...holdingStates] as const).map((value) => ({ value, label: t(`financing.${value}`) }))}
      />
      {rows === undefined ? (
        problem === null ? (
          <Skeleton height={180} radius={14} />
        ) : (
          <ErrorState message={problem} onRetry={() => void holdings.refetch()} />
        )
      ) : rows.length === 0 ? (
        <NoHoldings />
      ) : (
        rows.map((holding) => <HoldingCard key={holding.id} holding={holding} />)
      )}
      {holdings.hasNextPage ? (
        <Button kind="quiet" busy={holdings.isFetchingNextPage} onClick={() => void holdings.fetchNextPage()}>
          {t('financing.showMore')}
        </Button>
      ) : null}
    </>
  );
}

function NoHoldings(): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <EmptyState
      icon="records"
      title={t('financing.empty')}
      action={{ label: t('financing.products'), onPress: () => go('/fund') }}
    >
      {t('financing.emptyText')}
    </EmptyState>
  );
}
