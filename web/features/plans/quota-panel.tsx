import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { getQuota } from '#contract/plans-offer.ts';
import { shownQuota } from '#web/platform/format/shown-quota.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Labelled } from '#web/ui/layout/labelled.tsx';
import styles from './quota-panel.module.css';

interface QuotaPanelProps {
  readonly quota: OutputOf<typeof getQuota> | undefined;
  /** Set when the quotas could not be loaded. */
  readonly onRetry?: (() => void) | undefined;
  /** The way to test funds, shown while nothing is available. */
  readonly funds: ReactNode;
}

/** Authorization quota, locked and available quota, to two decimals. */
export function QuotaPanel({ quota, onRetry, funds }: QuotaPanelProps): ReactNode {
  const t = useText();
  const shown = quota && shownQuota(quota, 2);
  const waiting = onRetry === undefined ? <Skeleton height={22} width={72} /> : '–';
  const drawn = (value: OutputOf<typeof getQuota>['available'] | undefined) =>
    value === undefined ? waiting : <Money source="ledger" mark="own" value={value} decimals={2} />;
  return (
    <div>
      <dl className={styles.figures}>
        <Labelled label={t('assets.authorization')}>{drawn(shown?.authorization)}</Labelled>
        <Labelled label={t('assets.locked')}>{drawn(shown?.locked)}</Labelled>
        <Labelled label={t('assets.available')}>{drawn(shown?.available)}</Labelled>
      </dl>
      {quota === undefined && onRetry !== undefined && (
        <p className={styles.noFunds} role="alert">
          {t('shell.couldNotLoad')}
          <button type="button" className={styles.link} onClick={onRetry}>
            {t('shell.tryAgain')}
          </button>
        </p>
      )}
      {quota?.available === 0n && (
        <div className={styles.noFunds}>
          {t('plans.noFunds')} {funds}
        </div>
      )}
    </div>
  );
}
