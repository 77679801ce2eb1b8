import type { ReactNode } from 'react';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListWithdrawals } from './queries.ts';
import { WithdrawalChip } from './withdrawal-tracker.tsx';
import styles from './withdrawals.module.css';

export function WithdrawalHistory(): ReactNode {
  const t = useText();
  return (
    <Card title={t('withdrawals.historyTitle')}>
      <PagedList
        list={useListWithdrawals()}
        height={96}
        empty={
          <EmptyState icon="withdraw" title={t('withdrawals.empty')}>
            {t('withdrawals.emptyText')}
          </EmptyState>
        }
        moreText={t('withdrawals.showMore')}
      >
        {(withdrawals) => (
          <RowList label={t('withdrawals.historyTitle')}>
            {withdrawals.map((withdrawal) => (
              <HistoryRow key={withdrawal.id} withdrawal={withdrawal} />
            ))}
          </RowList>
        )}
      </PagedList>
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
          <Money source="ledger" value={amount} decimals={2} />
          <WithdrawalChip state={state} />
        </span>
      }
    />
  );
}
