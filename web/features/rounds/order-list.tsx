import type { ReactNode } from 'react';
import type { Order } from '#contract/round-records.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { useFailureToast } from '#web/ui/feedback/outcome-toasts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import common from '#web/ui/style/common.module.css';
import { useListOrders } from './queries.ts';
import { orderStateKey, orderTone } from './words.ts';

/** The member's bets, newest first; or the one of that id. */
export function OrderList({ only }: { readonly only: string | null }): ReactNode {
  const t = useText();
  const go = useGo();
  const orders = useListOrders(undefined, only);
  useFailureToast(orders.error);
  return (
    <>
      <SourceLine source="ledger">{t('rounds.betSource')}</SourceLine>
      {only === null ? null : <Go to="/myOrderInfo">{t('rounds.showAll')}</Go>}
      <PagedList
        list={orders}
        height={[96, 96, 96]}
        radius={14}
        empty={
          <EmptyState
            icon="orders"
            title={t('rounds.noBets')}
            action={{ label: t('rounds.game'), onPress: () => go('/game') }}
          >
            {t('rounds.noBetsText')}
          </EmptyState>
        }
        moreText={t('rounds.showMore')}
      >
        {(rows) => (
          <ul className={common.stack} aria-label={t('rounds.myBets')}>
            {rows.map((order) => (
              <li key={order.id}>
                <Go to={`/gameinfo?round=${order.round}`} className={entries.entry}>
                  <OrderLines order={order} />
                </Go>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

/** One bet: what on, how much, and what came of it. */
export function OrderLines({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { category, round, amount, state, income, charity, follow, placedAt } = order;
  return (
    <>
      <span className={entries.line}>
        <span className={common.name} data-words="">
          {t(`rounds.${category}`)} · {t('rounds.round', { round })}
        </span>
        <Chip tone={orderTone(state)}>{t(orderStateKey(state))}</Chip>
      </span>
      <span className={entries.line}>
        <span className={common.faint}>
          {t('rounds.staked')}{' '}
          <b>
            <Money source="ledger" value={amount} decimals={2} />
          </b>
          {charity > 0n && (
            <>
              {' '}
              · {t('rounds.charity')}{' '}
              <b>
                <Money source="ledger" value={charity} decimals={6} />
              </b>
            </>
          )}
        </span>
        {state !== 'pending' && (
          <span className={common.name}>
            <Money source="ledger" value={income} decimals={4} sign="always" />
          </span>
        )}
      </span>
      <span className={entries.line}>
        <time className={common.faint}>{format.dayTime(placedAt)}</time>
        {follow !== null && <span className={common.faint}>{t('rounds.follows')}</span>}
      </span>
    </>
  );
}
