import type { ReactNode } from 'react';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { intervalMs } from '#core/market/candle.ts';
import { toDecimal } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import labelled from '#web/ui/layout/labelled.module.css';
import { lastResultAt, nextResultAt } from './next-result.ts';
import styles from './plan-head.module.css';
import { StatusChips } from './status-chips.tsx';
import { rulePercent, strategyWords } from './words.ts';

interface PlanHeadProps {
  readonly detail: PlanDetail;
  /** `sample`: of a practice plan, which is in no ledger. */
  readonly source?: 'ledger' | 'sample';
}

/** Status, income, terms and progress. */
export function PlanHead({ detail, source = 'ledger' }: PlanHeadProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { plan, terms, settledAt } = detail;
  const line = t('planDetail.planLine', {
    amount: format.usdt(plan.amount, 2),
    leverage: plan.leverage,
    pair: t('plans.pair', { coin: plan.coin }),
    strategy: strategyWords(t, plan.strategy),
  });
  return (
    <Card>
      <div className={styles.top}>
        <StatusChips plan={plan} />
        <span className={styles.time}>{format.dayTime(settledAt ?? plan.placedAt)}</span>
      </div>
      {settledAt === null && <p className={styles.caption}>{t('plans.incomeSoFar')}</p>}
      <p className={styles.income}>
        <Money source={source} mark="own" value={plan.income} decimals={4} sign="always" className={labelled.hero} />
        <span className={styles.unit}> USDT</span>
      </p>
      <p className={styles.terms}>
        <Figure source={source}>{line}</Figure>
      </p>
      <p className={styles.terms}>
        <RuleValue rule="level">
          {t('planDetail.bounds', {
            profit: rulePercent(format, terms.maximumProfit),
            loss: rulePercent(format, -terms.maximumLoss),
            level: plan.level,
          })}
        </RuleValue>
      </p>
      {settledAt === null ? <Progress detail={detail} /> : <Ending detail={detail} source={source} />}
    </Card>
  );
}

/** Rounds closed, and the time of the next. */
function Progress({ detail }: { readonly detail: PlanDetail }): ReactNode {
  const t = useText();
  const format = useFormat();
  useRedrawEvery(1000);
  const { plan, terms } = detail;
  const resultAt = nextResultAt(detail);
  const late = productNow() > resultAt + intervalMs[terms.interval];
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={t('plans.rounds')}
        aria-valuemin={0}
        aria-valuemax={plan.roundsTotal}
        aria-valuenow={plan.roundsDone}
      >
        <span className={styles.bar} style={{ width: `${(plan.roundsDone / plan.roundsTotal) * 100}%` }} />
      </div>
      <p className={styles.note}>
        <Figure source="ledger">
          {t('planDetail.roundsDone', { done: plan.roundsDone, total: plan.roundsTotal })}
        </Figure>
      </p>
      <p className={styles.note}>
        {!late
          ? t('planDetail.nextResultAt', { time: format.clock(resultAt) })
          : t(plan.roundsDone === 0 ? 'planDetail.waitingForFirst' : 'planDetail.waitingForNext')}
      </p>
      {late ? null : (
        <p className={styles.note}>{t('planDetail.endsAt', { time: format.dayTime(lastResultAt(detail)) })}</p>
      )}
    </div>
  );
}

const endWords = {
  completed: 'planDetail.endCompleted',
  maximumProfit: 'planDetail.endMaximumProfit',
  maximumLoss: 'planDetail.endMaximumLoss',
  void: 'planDetail.endVoid',
} as const;

function Ending({ detail: { plan, end, shortfall }, source }: Required<PlanHeadProps>): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.progress}>
      <p className={styles.note}>
        <Figure source={source}>
          {t('planDetail.roundsDone', { done: plan.roundsDone, total: plan.roundsTotal })}
        </Figure>
        {end && `\u00a0· ${t(endWords[end])}`}
      </p>
      {shortfall > 0n && (
        <p className={styles.note}>
          <Figure source={source}>
            {t('planDetail.shortfall', {
              amount:
                shortfall < 10_000n
                  ? toDecimal('USDT', shortfall)
                  : format.usdt(shortfall, shortfall % 1_000_000n === 0n ? 0 : 2),
            })}
          </Figure>
        </p>
      )}
    </div>
  );
}
