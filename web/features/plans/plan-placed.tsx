import { type ReactNode, useEffect, useRef } from 'react';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { recordingName } from '#web/platform/format/recording-name.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { BoundMarketDetails } from './bound-market.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { lastResultAt } from './next-result.ts';
import type { PlacedPlan } from './plan-form.ts';
import styles from './plan-placed.module.css';
import { useKeepPlan } from './queries/keep-plan.ts';
import { type PublishedCandles, useSettledVerification } from './queries/proof.ts';
import { useGetPlan } from './queries/records.ts';
import { receiptDifferences } from './sent-plan.ts';
import { VerifyCard } from './verify-card.tsx';

export interface PlanPlacedProps extends PlacedPlan {
  readonly onStakeAgain: () => void;
  readonly published: PublishedCandles;
}

/** Replaces the form once a plan is placed; where it settles meanwhile, its result is verified here. */
export function PlanPlaced({ plan, sent, onStakeAgain, published }: PlanPlacedProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const go = useGo();
  const { data: receipt } = useGetPlan(plan.id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.parentElement?.scrollIntoView({ block: 'center' });
  }, []);
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
          value={<Figure source="ledger">{t('plans.leverageValue', { leverage: plan.leverage })}</Figure>}
        />
        <Row
          title={t('plans.placedAmount')}
          value={
            <>
              <Money source="ledger" mark="own" value={plan.amount} decimals={2} /> USDT
            </>
          }
        />
        {receipt && (
          <>
            <Row
              title={t('plans.placedMarket')}
              value={<Figure source="ledger">{recordingName(t, receipt.market.market.label)}</Figure>}
            />
            <Row
              title={t('plans.placedReceipt')}
              value={
                <Figure source="ledger">{`${receipt.marketHash.slice(0, 8)}…${receipt.marketHash.slice(-8)}`}</Figure>
              }
            />
            {receipt.settledAt === null && (
              <Row title={t('planConfirm.ends')} value={format.dayTime(lastResultAt(receipt))} />
            )}
            <Row title={t('planConfirm.see')} to={`/ordersDetail?id=${plan.id}`} />
          </>
        )}
      </RowList>
      {receipt && <BoundMarketDetails detail={receipt} />}
      <ReceiptCheck plan={plan} sent={sent} receipt={receipt} />
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

interface ReceiptCheckProps extends PlacedPlan {
  readonly receipt: PlanDetail | undefined;
}

/** Whether the server has placed what this phone sent, and whether this phone keeps it. */
function ReceiptCheck({ plan, sent, receipt }: ReceiptCheckProps): ReactNode {
  const t = useText();
  const keeping = useKeepPlan(plan.id, sent);
  const differences = receiptDifferences(sent, plan, receipt ?? null);
  return (
    <>
      {differences.length > 0 && (
        <div role="alert">
          <p className={styles.check}>{t('planProof.receiptDiffers')}</p>
          <DifferenceTable differences={differences} />
        </div>
      )}
      {keeping.isError ? (
        <Note
          kind="warning"
          action={
            <Button inline kind="outline" onClick={() => void keeping.refetch()}>
              {t('planProof.keepAgain')}
            </Button>
          }
        >
          {t('planProof.keepFailed')}
        </Note>
      ) : (
        <p role="status" className={styles.check}>
          {keeping.isSuccess ? t('planProof.keptLine') : t('planProof.keeping')}
        </p>
      )}
    </>
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
              <Money source="ledger" mark="own" value={detail.plan.income} decimals={4} sign="always" /> USDT
            </>
          }
        />
      </RowList>
      <VerifyCard id={detail.plan.id} verify={verify} />
    </>
  );
}
