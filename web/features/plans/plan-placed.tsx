import { type ReactNode, useEffect, useRef } from 'react';
import type { Plan } from '#contract/plan-record.ts';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { keepPlan } from './kept-plans.ts';
import styles from './plan-placed.module.css';
import { type PublishedCandles, useSettledVerification } from './queries/proof.ts';
import { useGetPlan } from './queries/records.ts';
import { VerifyCard } from './verify-card.tsx';

export interface PlanPlacedProps {
  readonly plan: Plan;
  readonly onStakeAgain: () => void;
  readonly published: PublishedCandles;
}

/** Replaces the form once a plan is placed; where it settles meanwhile, its result is verified here. */
export function PlanPlaced({ plan, onStakeAgain, published }: PlanPlacedProps): ReactNode {
  const t = useText();
  const go = useGo();
  const { data: receipt } = useGetPlan(plan.id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.parentElement?.scrollIntoView({ block: 'center' });
  }, []);
  useEffect(() => {
    keepPlan(plan).catch((error: unknown) => console.error('the plan could not be kept on this phone', error));
  }, [plan]);
  return (
    <section className={styles.panel}>
      <span className={styles.mark}>
        <Icon name="check" size={26} />
      </span>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {t('plans.placedTitle')}
      </h2>
      <RowList>
        <Row title={t('plans.placedTradingArea')} value={t('plans.pair', { coin: plan.coin })} />
        <Row
          title={t('plans.placedLeverage')}
          value={
            <Figure source="ledger" mark="group">
              {t('plans.leverageValue', { leverage: plan.leverage })}
            </Figure>
          }
        />
        <Row
          title={t('plans.placedAmount')}
          value={
            <>
              <Money source="ledger" value={plan.amount} decimals={2} /> USDT
            </>
          }
        />
        {receipt && (
          <>
            <Row
              title={t('plans.placedMarket')}
              value={
                <Figure source="ledger" mark="group">
                  {receipt.market.market.label}
                </Figure>
              }
            />
            <Row
              title={t('plans.placedReceipt')}
              value={
                <Figure source="ledger" mark="group">
                  {`${receipt.marketHash.slice(0, 8)}…${receipt.marketHash.slice(-8)}`}
                </Figure>
              }
            />
            <Row title={t('planConfirm.see')} to={`/ordersDetail?id=${plan.id}`} />
          </>
        )}
      </RowList>
      {receipt && receipt.settledAt !== null && <Settled detail={receipt} published={published} />}
      <div className={styles.actions}>
        <Button kind="outline" onClick={onStakeAgain}>
          {t('plans.stakingAgain')}
        </Button>
        <Button onClick={() => go('/orders')}>{t('plans.viewHistory')}</Button>
      </div>
    </section>
  );
}

interface SettledProps {
  readonly detail: PlanDetail;
  readonly published: PublishedCandles;
}

function Settled({ detail, published }: SettledProps): ReactNode {
  const t = useText();
  const verify = useSettledVerification(detail, published);
  return (
    <>
      <RowList>
        <Row
          title={t('plans.income')}
          value={
            <>
              <Money source="ledger" value={detail.plan.income} decimals={4} sign="always" /> USDT
            </>
          }
        />
      </RowList>
      <VerifyCard id={detail.plan.id} verify={verify} />
    </>
  );
}
