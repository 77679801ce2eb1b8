import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { getQuota } from '#contract/plans.ts';
import { shownQuota } from '#web/platform/format/shown-quota.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Labelled } from '#web/ui/layout/labelled.tsx';
import styles from './quota-panel.module.css';

interface QuotaPanelProps {
  readonly quota: OutputOf<typeof getQuota> | undefined;
  /** Set when the quotas could not be loaded. */
  readonly onRetry?: (() => void) | undefined;
}

/** Authorization quota, locked and available quota, to two decimals. */
export function QuotaPanel({ quota, onRetry }: QuotaPanelProps): ReactNode {
  const t = useText();
  const shown = quota && shownQuota(quota, 2);
  const waiting = onRetry === undefined ? <Skeleton height={22} width={72} /> : '–';
  const drawn = (value: OutputOf<typeof getQuota>['available'] | undefined) =>
    value === undefined ? waiting : <Money source="ledger" value={value} decimals={2} />;
  return (
    <div>
      <dl className={styles.figures}>
        <Labelled label={t('plans.authorizationQuota')}>{drawn(shown?.authorization)}</Labelled>
        <Labelled label={t('plans.lockLimit')}>{drawn(shown?.locked)}</Labelled>
        <Labelled label={t('plans.availableQuota')}>{drawn(shown?.available)}</Labelled>
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
        <p className={styles.noFunds}>
          {t('plans.noFunds')}{' '}
          <Go to="/deposit" className={styles.link}>
            {t('plans.getFunds')}
          </Go>
        </p>
      )}
    </div>
  );
}
