import type { ReactNode } from 'react';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListWithdrawals } from './queries.ts';
import { WithdrawalChip } from './withdrawal-tracker.tsx';
import styles from './withdrawals.module.css';

export function WithdrawalHistory(): ReactNode {
  const t = useText();
  const withdrawals = useListWithdrawals();
  const problem = queryProblem(withdrawals);
  const rows = withdrawals.data?.pages.flat();
  return (
    <Card title={t('withdrawals.historyTitle')}>
      {rows === undefined ? (
        problem === null ? (
          <Skeleton height={96} />
        ) : (
          <ErrorState message={problem} onRetry={() => void withdrawals.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="withdraw" title={t('withdrawals.empty')}>
          {t('withdrawals.emptyText')}
        </EmptyState>
      ) : (
        <RowList label={t('withdrawals.historyTitle')}>
          {rows.map((withdrawal) => (
            <HistoryRow key={withdrawal.id} withdrawal={withdrawal} />
          ))}
        </RowList>
      )}
      {withdrawals.hasNextPage ? (
        <Button kind="quiet" busy={withdrawals.isFetchingNextPage} onClick={() => void withdrawals.fetchNextPage()}>
          {t('withdrawals.showMore')}
        </Button>
      ) : null}
    </Card>
  );
}

function HistoryRow({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const format = useFormat();
  const { id, amount, requestedAt, destination, method, state } = withdrawal;
  return (
    <Row
      title={format.dayTime(requestedAt)}
      note={<code>{method === 'bank' ? destination : `${destination.slice(0, 8)}…${destination.slice(-6)}`}</code>}
      to={`/withdrawSuccess?withdrawal=${id}`}
      value={
        <span className={styles.value}>
          <Money source="ledger" mark="group" value={amount} decimals={2} />
          <WithdrawalChip state={state} />
        </span>
      }
    />
  );
}
