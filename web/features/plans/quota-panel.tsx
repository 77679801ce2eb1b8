import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { getQuota } from '#contract/plan-offer.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Money } from '#web/ui/amounts.tsx';
import { Labelled } from '#web/ui/labelled.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import styles from './quota-panel.module.css';

interface QuotaPanelProps {
  readonly quota: OutputOf<typeof getQuota> | undefined;
}

/** Authorization quota, lock limit and available quota, to two decimals. */
export function QuotaPanel({ quota }: QuotaPanelProps): ReactNode {
  const t = useText();
  return (
    <div>
      <dl className={styles.figures}>
        <Labelled label={t('plans.authorizationQuota')}>{drawn(quota?.authorization)}</Labelled>
        <Labelled label={t('plans.lockLimit')}>{drawn(quota?.locked)}</Labelled>
        <Labelled label={t('plans.availableQuota')}>{drawn(quota?.available)}</Labelled>
      </dl>
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

function drawn(value: OutputOf<typeof getQuota>['available'] | undefined): ReactNode {
  return value === undefined ? (
    <Skeleton height={22} width={72} />
  ) : (
    <Money source="ledger" value={value} decimals={2} />
  );
}
