import { type ReactNode, useState } from 'react';
import type { Limits, LossLimitView } from '#contract/limits.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { WaitingNote } from '#web/ui/feedback/waiting-note.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import common from '#web/ui/style/common.module.css';
import { sharesOf } from './limit-form.ts';
import { LimitSheet } from './limit-sheet.tsx';
import styles from './limits.module.css';
import { useGetLimits, useKeepLossLimit } from './queries.ts';

/** The member's loss limits, each with what counts towards it. */
export function LimitsCard(): ReactNode {
  const t = useText();
  const limits = useGetLimits();
  const [changing, setChanging] = useState<LossLimitView['period'] | null>(null);
  return (
    <Card title={t('limits.title')}>
      <p className={common.secondary}>{t('limits.text')}</p>
      <Loaded query={limits} height={112}>
        {(set) => (
          <>
            {set.lossLimits.map((limit) => (
              <OneLimit key={limit.period} limit={limit} onChange={() => setChanging(limit.period)} />
            ))}
            <LimitSheet limit={limitOf(set, changing)} timeZone={set.timeZone} onClose={() => setChanging(null)} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function limitOf({ lossLimits }: Limits, period: LossLimitView['period'] | null): LossLimitView | null {
  return lossLimits.find((limit) => limit.period === period) ?? null;
}

function OneLimit({ limit, onChange }: { readonly limit: LossLimitView; readonly onChange: () => void }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { period, amount, next, count } = limit;
  const shares = sharesOf(limit);
  return (
    <div className={styles.limit}>
      <button type="button" className={styles.head} onClick={onChange}>
        <span>{t(`limits.${period}`)}</span>
        <span className={styles.amount} data-words>
          {amount === null ? t('limits.none') : `${format.exactUsdt(amount)} USDT`}
        </span>
        <Icon name="forward" size={16} />
      </button>
      {count === null ? null : (
        <>
          <div className={styles.bar} aria-hidden="true">
            <span className={styles.lost} style={{ width: `${shares.lost * 100}%` }} />
            <span className={styles.atRisk} style={{ width: `${shares.atRisk * 100}%` }} />
          </div>
          <LabelledRow columns={3}>
            <Labelled label={t('limits.lost')}>
              <Money source="ledger" mark="own" value={count.lost} decimals={6} />
            </Labelled>
            <Labelled label={t('limits.atRisk')}>
              <Money source="ledger" mark="own" value={count.atRisk} decimals={6} />
            </Labelled>
            <Labelled label={t('limits.left')}>
              <Money source="ledger" mark="own" value={count.left} decimals={6} />
            </Labelled>
          </LabelledRow>
          <p className={common.faint}>{t('limits.since', { time: format.dayTime(count.since) })}</p>
        </>
      )}
      {next === null ? null : <Waiting period={period} next={next} />}
    </div>
  );
}

interface WaitingProps {
  readonly period: LossLimitView['period'];
  readonly next: NonNullable<LossLimitView['next']>;
}

function Waiting({ period, next: { amount, at } }: WaitingProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const keeping = useKeepLossLimit();
  const time = format.dayTime(at);
  return (
    <WaitingNote action={t('limits.keep')} cancelling={keeping} input={{ period }}>
      <span data-words>
        {amount === null
          ? t('limits.waitsNone', { time })
          : t('limits.waits', { time, amount: format.exactUsdt(amount) })}
      </span>
    </WaitingNote>
  );
}
