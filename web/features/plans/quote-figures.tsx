import type { ReactNode } from 'react';
import type { PlanQuote } from '#contract/plans-offer.ts';
import { scaleTowardZero, type Usdt } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money, Percent } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import common from '#web/ui/style/common.module.css';
import { OutcomeHistogram } from './outcome-histogram.tsx';
import type { PlanSummary } from './plan-summary.ts';
import styles from './quote-card.module.css';
import { wholePercents } from './words.ts';

export interface QuoteFiguresProps {
  readonly coin: string;
  readonly quote: PlanQuote;
  readonly summary: Pick<PlanSummary, 'amount' | 'worst' | 'best'>;
}

/** The distribution of outcomes next to holding the coin, the bounds and the fees. */
export function QuoteFigures({ coin, quote, summary }: QuoteFiguresProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { distribution, historyFrom, historyTo } = quote;
  if (!distribution || historyFrom === null || historyTo === null) {
    return (
      <>
        <p className={common.secondary}>{t('plans.notEnoughHistoryLong')}</p>
        <Stakes quote={quote} summary={summary} />
      </>
    );
  }
  const { samples, hours, mean } = distribution;
  const [from, to] = [format.dayTime(historyFrom), format.dayTime(historyTo)];
  return (
    <>
      <OutcomeHistogram distribution={distribution} />
      <div className={styles.spread}>
        <Spread of={distribution} labelled />
        <Stat label={t('plans.mean')}>
          <Percent source="market" ratio={mean} />
        </Stat>
      </div>
      <Shares of={distribution} />
      <div className={styles.beside}>
        <span className={styles.label}>{t('plans.besideHolding', { coin })}</span>
        <div className={styles.spread}>
          <Spread of={distribution.holding} />
        </div>
      </div>
      <Stakes quote={quote} summary={summary} />
      <Taker quote={quote} />
      <SourceLine source="market">
        {t('plans.measured', { samples: format.count(samples), hours: format.count(hours), from, to })}
      </SourceLine>
    </>
  );
}

type Distribution = NonNullable<PlanQuote['distribution']>;

/** Which shares of the starts lost, came to exactly nothing, and earned: together all of them. */
function Shares({ of: { shareLost, shareFlat, shareEarned } }: { readonly of: Distribution }): ReactNode {
  const t = useText();
  const format = useFormat();
  const [lost, flat, earned] = wholePercents(format, [shareLost, shareFlat, shareEarned]);
  const shares = [
    { label: t('plans.lost'), shown: lost },
    { label: t('plans.even'), shown: flat },
    { label: t('plans.earned'), shown: earned },
  ];
  return (
    <div className={styles.spread}>
      {shares.map(({ label, shown }) => (
        <Stat key={label} label={label}>
          <Figure source="market">{shown}</Figure>
        </Stat>
      ))}
    </div>
  );
}

/** What the same starts would have come to at the fee of orders that fill at once, as the rounds do. */
function Taker({ quote: { taker } }: { readonly quote: PlanQuote }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (taker === null) return null;
  return (
    <p className={common.faint}>
      <Figure source="market">
        {t('plans.taker', {
          fee: format.percent(taker.feeRate, 2, 'negative'),
          mean: format.percent(taker.mean),
          median: format.percent(taker.median),
          lost: format.percent(taker.shareLost, 0, 'negative'),
        })}
      </Figure>
    </p>
  );
}

interface SpreadProps {
  readonly of: { readonly low: number; readonly median: number; readonly high: number };
  readonly labelled?: boolean;
}

/** Lower tail, median and upper tail in three columns. */
function Spread({ of: { low, median, high }, labelled = false }: SpreadProps): ReactNode {
  const t = useText();
  const columns = [
    { ratio: low, label: t('plans.worse') },
    { ratio: median, label: t('plans.median') },
    { ratio: high, label: t('plans.better') },
  ];
  return columns.map(({ ratio, label }) => (
    <Stat key={label} label={label} hidden={!labelled}>
      <Percent source="market" ratio={ratio} />
    </Stat>
  ));
}

interface StatProps {
  readonly label: string;
  /** For screen readers only: the column has a visible label. */
  readonly hidden?: boolean;
  readonly children: ReactNode;
}

function Stat({ label, hidden = false, children }: StatProps): ReactNode {
  return (
    <span className={styles.stat}>
      {children}
      <span className={hidden ? common.spoken : styles.label}>{label}</span>
    </span>
  );
}

/** The plan's bounds and fees: in USDT once an amount is set, as ratios before. */
export function Stakes({ quote, summary }: Pick<QuoteFiguresProps, 'quote' | 'summary'>): ReactNode {
  const t = useText();
  const format = useFormat();
  const { terms, feeMean, feeOnce } = quote;
  const { amount, worst, best } = summary;
  const fee = feeMean ?? feeOnce;
  return (
    <dl className={styles.stakes}>
      <Stake name={t('plans.worstCase')} note={t('plans.worstCaseNote')} value={worst} ratio={-terms.maximumLoss} />
      <Stake name={t('plans.bestCase')} note={t('plans.bestCaseNote')} value={best} ratio={terms.maximumProfit} />
      <Stake
        name={feeMean === null ? t('plans.fees') : t('plans.feesMean')}
        note={
          <RuleValue rule="level">{t('plans.feesNote', { fee: format.percent(feeOnce, 2, 'negative') })}</RuleValue>
        }
        value={amount === null ? null : scaleTowardZero(amount, fee)}
        ratio={fee}
        sign="negative"
      />
    </dl>
  );
}

interface StakeProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly value: Usdt | null;
  readonly ratio: number;
  readonly sign?: 'always' | 'negative';
}

function Stake({ name, note, value, ratio, sign = 'always' }: StakeProps): ReactNode {
  return (
    <div className={styles.stake}>
      <dt>
        {name}
        <span className={styles.note}>{note}</span>
      </dt>
      <dd>
        {value === null ? (
          <Percent source="market" ratio={ratio} sign={sign} />
        ) : (
          <>
            <Money source="market" value={value} decimals={2} sign={sign} />
            <span className={styles.unit}> USDT</span>
          </>
        )}
      </dd>
    </div>
  );
}
