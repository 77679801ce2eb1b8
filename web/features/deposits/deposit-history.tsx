import type { ReactNode } from 'react';
import type { Deposit, DepositReason } from '#contract/deposits.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { pictureOfImage } from '#web/ui/layout/picture-thumbnail.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './deposit-history.module.css';
import { isFinal, shortHash } from './deposit-progress.ts';
import { DepositState } from './deposit-state.tsx';
import { ProofThumbnail } from './proof-thumbnail.tsx';
import { useListDeposits } from './queries.ts';

export function DepositHistory(): ReactNode {
  const t = useText();
  return (
    <Card title={t('deposits.historyTitle')}>
      <PagedList
        list={useListDeposits(true)}
        height={96}
        empty={
          <EmptyState icon="deposit" title={t('deposits.empty')}>
            {t('deposits.emptyText')}
          </EmptyState>
        }
        moreText={t('deposits.showMore')}
      >
        {(deposits) => (
          <RowList label={t('deposits.historyTitle')}>
            {deposits.map((deposit) => (
              <HistoryRow key={deposit.id} deposit={deposit} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Card>
  );
}

function HistoryRow({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const format = useFormat();
  const { id, state, amount, image, requestedAt } = deposit;
  return (
    <Row
      before={image === null ? undefined : <ProofThumbnail picture={pictureOfImage(image)} />}
      title={format.dayTime(requestedAt)}
      note={<HistoryNote deposit={deposit} />}
      to={`/depositSuccess?deposit=${id}`}
      value={
        <span className={styles.value}>
          <Money source="ledger" value={amount} decimals={4} />
          <DepositState state={state} />
        </span>
      }
    />
  );
}

const shortReasons = {
  belowMinimum: 'deposits.underMinimum',
  aboveMaximum: 'deposits.overMaximum',
  notReceived: 'deposits.nothingCameIn',
  proofInvalid: 'deposits.otherProof',
  announcedTwice: 'deposits.announcedBefore',
} as const satisfies Record<DepositReason, string>;

/** Progress while it runs; afterwards the reason of a rejection, and identifiers. */
function HistoryNote({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const t = useText();
  const { id, reason, transaction, confirmations: done, confirmationsNeeded: needed } = deposit;
  if (!isFinal(deposit)) {
    return <Figure source="ledger">{t('deposits.confirmations', { done, needed })}</Figure>;
  }
  return (
    <>
      {reason === null ? null : (
        <>
          {t(shortReasons[reason])}
          <br />
        </>
      )}
      <code>{transaction === null ? id : shortHash(transaction)}</code>
    </>
  );
}
