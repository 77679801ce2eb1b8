import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Order } from '#contract/round-records.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import entries from '#web/ui/layout/entries.module.css';
import common from '#web/ui/style/common.module.css';
import { OrderLines } from './order-list.tsx';
import { useGetRoundProof, useListOrders } from './queries.ts';

interface OwnBetsProps {
  readonly round: number;
  /** The root is published: a bet can be held against it. */
  readonly isClosed: boolean;
  /** Draws links that concern the bet of an id. */
  readonly links: (id: string) => ReactNode;
}

/** The member's bets of one round, each held against the published root on demand. */
export function OwnBets({ round, isClosed, links }: OwnBetsProps): ReactNode {
  const t = useText();
  const orders = useListOrders(round).data?.pages.flat() ?? [];
  if (orders.length === 0) return null;
  return (
    <>
      <h2 className={common.name}>{t('rounds.myBets')}</h2>
      <ul className={entries.list}>
        {orders.map((order) => (
          <li key={order.id} className={entries.entry}>
            <OrderLines order={order} />
            {isClosed && <RootCheck order={order} />}
            {links(order.id)}
          </li>
        ))}
      </ul>
    </>
  );
}

function RootCheck({ order }: { readonly order: Order }): ReactNode {
  const t = useText();
  const proof = useGetRoundProof(order.id);
  const check = useMutation({
    mutationFn: async () => {
      const [{ data, error }, { isIncluded }] = await Promise.all([proof.refetch(), import('./check-order.ts')]);
      if (!data) throw error ?? new Error('there is no proof');
      const { category, stake, salt } = data.order;
      const isThisBet = category === order.category && stake === order.amount && salt === order.salt;
      return isThisBet && data.closing.round === order.round && isIncluded(data);
    },
  });
  if (check.data !== undefined) {
    return <p role="status">{t(check.data ? 'rounds.betIncluded' : 'rounds.betNotIncluded')}</p>;
  }
  return (
    <>
      {check.error && <p role="alert">{problemText(check.error)}</p>}
      <Button kind="quiet" onClick={() => check.mutate()} busy={check.isPending}>
        {t('rounds.checkBet')}
      </Button>
    </>
  );
}
