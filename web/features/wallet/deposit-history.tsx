import type { ReactNode } from 'react';
import type { Deposit } from '#contract/wallet.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/amounts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Row, RowList } from '#web/ui/row.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import styles from './deposit-history.module.css';
import { isFinal } from './deposit-progress.ts';
import { DepositState } from './deposit-state.tsx';
import { useDeposits } from './queries.ts';

export function DepositHistory(): ReactNode {
  const t = useText();
  const deposits = useDeposits(true);
  const problem = queryProblem(deposits);
  const rows = deposits.data?.pages.flat();
  return (
    <Card title={t('deposit.historyTitle')}>
      {rows === undefined ? (
        problem === null ? (
          <Skeleton height={96} />
        ) : (
          <ErrorState message={problem} onRetry={() => void deposits.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="deposit" title={t('deposit.empty')}>
          {t('deposit.emptyText')}
        </EmptyState>
      ) : (
        <RowList label={t('deposit.historyTitle')}>
          {rows.map((deposit) => (
            <HistoryRow key={deposit.id} deposit={deposit} />
          ))}
        </RowList>
      )}
      {deposits.hasNextPage ? (
        <Button kind="quiet" busy={deposits.isFetchingNextPage} onClick={() => void deposits.fetchNextPage()}>
          {t('deposit.showMore')}
        </Button>
      ) : null}
    </Card>
  );
}

function HistoryRow({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { id, state, amount, requestedAt, confirmations, confirmationsNeeded } = deposit;
  const count = t('deposit.confirmations', { done: confirmations, needed: confirmationsNeeded });
  return (
    <Row
      title={format.dayTime(requestedAt)}
      note={
        isFinal(deposit) ? (
          <code>{id}</code>
        ) : (
          <Figure source="ledger" mark="group">
            {count}
          </Figure>
        )
      }
      to={`/depositSuccess?deposit=${id}`}
      value={
        <span className={styles.value}>
          <Money source="ledger" mark="group" value={amount} decimals={4} />
          <DepositState state={state} />
        </span>
      }
    />
  );
}
