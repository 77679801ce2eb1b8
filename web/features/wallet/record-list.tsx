import { type ReactNode, useState } from 'react';
import { type AccountRecord, type RecordAccount, recordAccounts, recordRanges } from '#contract/wallet.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { PickerField } from '#web/ui/form/picker-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ListEnd } from '#web/ui/layout/list-end.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import type { IconName } from '#web/ui/picture/icon.tsx';
import { ExportButton } from './export-button.tsx';
import { type RecordFilter, useListAccountRecords } from './queries.ts';
import styles from './records.module.css';
import { accountWords, assetText } from './words.ts';

const everything: RecordFilter = { range: null, account: null };

/** The member's records with the specification's filters, and the export of the filtered list. */
export function RecordList(): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState<RecordFilter>(everything);
  return (
    <>
      <fieldset className={styles.filters} aria-label={t('wallet.range')}>
        {([null, ...recordRanges] as const).map((range) => (
          <button
            key={range ?? 'everything'}
            type="button"
            className={styles.filter}
            aria-pressed={range === filter.range}
            onClick={() => setFilter({ ...filter, range })}
          >
            {t(`wallet.${range ?? 'everything'}`)}
          </button>
        ))}
      </fieldset>
      <AccountFilter account={filter.account} onChoose={(account) => setFilter({ ...filter, account })} />
      <Records filter={filter} onShowAll={() => setFilter(everything)} />
    </>
  );
}

interface AccountFilterProps {
  readonly account: RecordAccount | null;
  readonly onChoose: (account: RecordAccount | null) => void;
}

function AccountFilter({ account, onChoose }: AccountFilterProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  const words = (each: RecordAccount | null) => (each === null ? t('wallet.everyAccount') : accountWords(t, each));
  return (
    <>
      <PickerField
        label={t('wallet.whichAccount')}
        value={words(account)}
        placeholder={t('wallet.everyAccount')}
        onOpen={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('wallet.whichAccount')}>
        <RowList label={t('wallet.whichAccount')}>
          {([null, ...recordAccounts] as const).map((each) => (
            <Row
              key={each ?? 'every'}
              title={words(each)}
              selected={each === account}
              onPress={() => {
                setOpen(false);
                onChoose(each);
              }}
            />
          ))}
        </RowList>
      </Sheet>
    </>
  );
}

interface RecordsProps {
  readonly filter: RecordFilter;
  readonly onShowAll: () => void;
}

function Records({ filter, onShowAll }: RecordsProps): ReactNode {
  const t = useText();
  const go = useGo();
  const records = useListAccountRecords(filter);
  const problem = queryProblem(records);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void records.refetch()} />;
  if (records.data === undefined) return <Skeleton height={320} radius={14} />;
  const rows = records.data.pages.flat();
  if (rows.length === 0) {
    return (
      <EmptyState
        icon="records"
        title={t('wallet.empty')}
        action={
          filter.range === null && filter.account === null
            ? { label: t('assets.toDeposits'), onPress: () => go('/deposits') }
            : { label: t('wallet.everything'), onPress: onShowAll }
        }
      >
        {t('wallet.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className={records.isPlaceholderData ? styles.old : undefined}>
      <SourceLine source="ledger">{t('wallet.source')}</SourceLine>
      <Card className={styles.lines}>
        <RowList label={t('wallet.title')}>
          {rows.map((record) => (
            <RecordRow key={record.id} record={record} />
          ))}
        </RowList>
      </Card>
      <ListEnd
        more={records.hasNextPage}
        loading={records.isFetchingNextPage}
        onReach={() => void records.fetchNextPage()}
        loadingText={t('wallet.loading')}
        endText={t('wallet.allLoaded')}
      />
      <ExportButton filter={filter} />
    </div>
  );
}

const kindIcons: Readonly<Record<TransferKind, IconName>> = {
  depositConfirmed: 'deposit',
  planPlaced: 'bars',
  planSettled: 'bars',
  withdrawalHeld: 'withdraw',
  withdrawalPaid: 'withdraw',
  withdrawalReturned: 'withdraw',
  yieldFunded: 'wallet',
  financingSubscribed: 'wallet',
  financingMatured: 'wallet',
  financingRedeemed: 'wallet',
};

/** Subject, account, amount, and the balance after it. */
function RecordRow({ record }: { readonly record: AccountRecord }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { kind, account, asset, amount, balance, at, transferId } = record;
  const change = assetText(format, asset, amount, 'always');
  return (
    <Row
      icon={kindIcons[kind]}
      title={
        <span className={styles.head}>
          <span>{t(`wallet.kind-${kind}`)}</span>
          {/* Postings are transfers, not results: no result colours. */}
          <Figure source="ledger" mark="group">
            {change}
          </Figure>
        </span>
      }
      note={
        <>
          {accountWords(t, account)} · {format.dayTime(at)}
          <br />
          <Figure source="ledger" mark="group">
            {t('wallet.balanceAfter', { balance: assetText(format, asset, balance) })}
          </Figure>
        </>
      }
      to={`/billRecord?transfer=${transferId}`}
    />
  );
}
