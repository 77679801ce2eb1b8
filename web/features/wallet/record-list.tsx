import { type ReactNode, useState } from 'react';
import type { Movement } from '#contract/wallet-movements.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import type { Asset } from '#core/money/amount.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { fetchNext } from '#web/platform/api/use-pages.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useSettled } from '#web/platform/use-settled.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ListEnd } from '#web/ui/layout/list-end.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import type { IconName } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { MovementSum } from './movement-sum.tsx';
import { isEverything, noFilterOf, type RecordFilter, useListMovements } from './queries.ts';
import { RecordFilters } from './record-filters.tsx';
import styles from './records.module.css';
import { assetText, netOf } from './words.ts';

/** How long the typing of a search rests before it is sent. */
const restMs = 300;

/** The member's movements in USDT or in points, with their filters, their sum, and the export of the filtered records. */
export function RecordList({ asset }: { readonly asset: Asset }): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState<RecordFilter>(() => noFilterOf(asset));
  const filter = useSettled(typed, restMs);
  return (
    <>
      <Segmented
        label={t('wallet.asset')}
        segments={[
          { value: 'USDT', label: 'USDT' },
          { value: 'PTS', label: t('wallet.points') },
        ]}
        value={typed.asset}
        onChange={(chosen) => setTyped({ ...typed, asset: chosen, account: null })}
      />
      <RecordFilters filter={typed} onChange={setTyped} />
      <Movements filter={filter} onShowAll={() => setTyped(noFilterOf(typed.asset))} />
    </>
  );
}

interface MovementsProps {
  readonly filter: RecordFilter;
  readonly onShowAll: () => void;
}

function Movements({ filter, onShowAll }: MovementsProps): ReactNode {
  const t = useText();
  const go = useGo();
  const movements = useListMovements(filter);
  const problem = queryProblem(movements);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void movements.refetch()} />;
  if (movements.data === undefined) return <Skeleton height={320} radius={14} />;
  const rows = movements.data.pages.flat();
  const isPoints = filter.asset === 'PTS';
  if (rows.length === 0) {
    return (
      <EmptyState
        icon="records"
        title={t('wallet.empty')}
        action={
          isEverything(filter)
            ? isPoints
              ? { label: t('wallet.toCheckIn'), onPress: () => go('/homeTab?checkIn') }
              : { label: t('assets.toDeposits'), onPress: () => go('/deposits') }
            : { label: t('wallet.everything'), onPress: onShowAll }
        }
      >
        {t(isPoints ? 'wallet.emptyPoints' : 'wallet.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className={classNames(common.stack, movements.isPlaceholderData && styles.old)}>
      <SourceLine source="ledger">{t('wallet.source')}</SourceLine>
      <MovementSum filter={filter} />
      <Card className={styles.lines}>
        <RowList label={t('assets.financialRecords')}>
          {rows.map((movement) => (
            <MovementRow key={movement.id} movement={movement} />
          ))}
        </RowList>
      </Card>
      <ListEnd
        more={movements.hasNextPage}
        loading={movements.isFetchingNextPage}
        onReach={() => void fetchNext(movements)}
        loadingText={t('wallet.loading')}
        endText={t('wallet.allLoaded')}
      />
      <ExportButtons filter={filter} />
    </div>
  );
}

const kindIcons: Readonly<Record<TransferKind, IconName>> = {
  depositConfirmed: 'deposit',
  planPlaced: 'bars',
  planSettled: 'bars',
  planVoided: 'bars',
  withdrawalHeld: 'withdraw',
  withdrawalPaid: 'withdraw',
  withdrawalReturned: 'withdraw',
  withdrawalRefused: 'withdraw',
  yieldFunded: 'wallet',
  financingSubscribed: 'wallet',
  financingMatured: 'wallet',
  financingRedeemed: 'wallet',
  checkedIn: 'heart',
  roundsFunded: 'wallet',
  orderPlaced: 'bars',
  orderWon: 'bars',
  orderLost: 'bars',
  orderReturned: 'bars',
  followReturned: 'bars',
  roundSettled: 'wallet',
  donated: 'heart',
  prizesFunded: 'wallet',
  prizeWon: 'heart',
  entryDrawn: 'heart',
  taskCollected: 'check',
  charityDisbursed: 'heart',
  invitationRewarded: 'invitation',
};

/** What it was, what about, and its net effect; what moved within the member's accounts has none. The bill has the postings. */
function MovementRow({ movement }: { readonly movement: Movement }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { id, kind, plan, changes, at } = movement;
  const net = netOf(changes);
  const kindWords = t(`wallet.kind-${kind}`);
  const within = changes.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);
  return (
    <Row
      icon={kindIcons[kind]}
      title={
        plan === null ? (
          kindWords
        ) : (
          <Figure source="ledger">
            {t('wallet.ofPlan', { kind: kindWords, coin: plan.coin, leverage: plan.leverage })}
          </Figure>
        )
      }
      note={
        net.amount === 0n && within > 0n ? (
          <Figure source="ledger">
            {t('wallet.movedWithin', { time: format.dayTime(at), amount: assetText(format, net.asset, within) })}
          </Figure>
        ) : (
          format.dayTime(at)
        )
      }
      // Postings are transfers, not results: no result colours.
      value={<Figure source="ledger">{assetText(format, net.asset, net.amount, 'always')}</Figure>}
      to={`/billRecord?transfer=${id}`}
    />
  );
}
