import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Order, RoundDetail } from '#contract/round-records.ts';
import { getRoundProof } from '#contract/rounds.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { CheckSteps } from '#web/ui/proof/check-steps.tsx';
import { useProofFile } from '#web/ui/proof/use-proof-file.ts';
import common from '#web/ui/style/common.module.css';
import type { OrderCheck, RoundOutcome } from './check-order.ts';
import { OrderLines } from './order-list.tsx';
import { orderStepOf } from './order-steps.ts';
import { orderAgain, useGetRoundProof, useListOrders } from './queries.ts';
import { RoundDifference } from './round-difference.tsx';

interface OwnBetsProps {
  readonly round: RoundDetail;
  /** Draws links that concern the bet of an id. */
  readonly links: (id: string) => ReactNode;
}

/** The member's bets of one round, each held against the published root on demand. */
export function OwnBets({ round, links }: OwnBetsProps): ReactNode {
  const t = useText();
  const orders = useListOrders(round.id);
  return (
    <>
      <h2 className={common.name}>{t('rounds.myBets')}</h2>
      <PagedList
        list={orders}
        height={24}
        empty={<p className={common.text}>{t('rounds.noOwnBets')}</p>}
        moreText={t('rounds.showMore')}
      >
        {(rows) => (
          <ul className={common.stack}>
            {rows.map((order) => (
              <li key={order.id} className={entries.entry}>
                <OrderLines order={order} />
                {round.digest !== null && <RootCheck order={order} round={round} />}
                {links(order.id)}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const outcomeOf = ({ state, digits }: RoundDetail): RoundOutcome => (state === 'void' ? 'void' : digits);

function RootCheck({ order, round }: { readonly order: Order; readonly round: RoundDetail }): ReactNode {
  const t = useText();
  const { load, download } = useProofFile(`clearlot-bet-${order.id}.json`, getRoundProof, useGetRoundProof(order.id));
  const check = useMutation({
    mutationFn: async () => {
      const [data, { checkOrder }, { keptDigestOf, keptOrderOf, keptOrdersIn }] = await Promise.all([
        load(),
        import('./check-order.ts'),
        import('./kept-rounds.ts'),
      ]);
      const [kept, digest, ofRound] = await Promise.all([
        keptOrderOf(order.id),
        keptDigestOf(order.round),
        keptOrdersIn(order.round),
      ]);
      const sameSalt = ofRound.flatMap(({ id, salt }) => (id !== order.id && salt === order.salt ? [id] : []));
      // The page may have it from before its round was paid.
      const shown = order.state === 'pending' && round.isPaid ? await orderAgain(order) : order;
      // While its round is being paid nothing is said of a pending one.
      const outcome = shown.state === 'pending' && !round.isPaid ? null : outcomeOf(round);
      return checkOrder(data, shown, outcome, { order: kept, digest, sameSalt });
    },
  });
  return (
    <>
      {check.error && <p role="alert">{problemText(check.error)}</p>}
      {check.data ? (
        <CheckedSteps check={check.data} />
      ) : (
        <Button kind="quiet" onClick={() => check.mutate()} busy={check.isPending}>
          {t('rounds.checkBet')}
        </Button>
      )}
      {check.data && (
        <Button kind="quiet" onClick={() => download.mutate()} busy={download.isPending}>
          <Icon name="download" size={18} />
          {t('rounds.savePath')}
        </Button>
      )}
    </>
  );
}

function CheckedSteps({ check: { differences, steps, open } }: { readonly check: OrderCheck }): ReactNode {
  const t = useText();
  const isSame = differences.length === 0;
  return (
    <CheckSteps
      steps={steps}
      nameOf={(step) => t(`rounds.step-${step}`)}
      differencesOf={(step) =>
        differences
          .filter(({ field }) => orderStepOf(field) === step)
          .map((one) => <RoundDifference key={`${one.field} ${one.claimed} ${one.computed}`} {...one} />)
      }
      note={open.map((point) => (
        <p key={point} className={common.text} data-open={point}>
          {t(`rounds.open-${point}`)}
        </p>
      ))}
      isSame={isSame}
      verdict={t(isSame ? 'rounds.betIncluded' : 'rounds.betNotIncluded')}
    />
  );
}
