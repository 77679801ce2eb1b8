import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useGate } from './queries.ts';
import { useGatePass } from './withdrawal-gate.tsx';
import styles from './withdrawals.module.css';

/** The available amount, and what must be set up first. */
export function NeedsCard(): ReactNode {
  const t = useText();
  const gate = useGate();
  const { pass, dialog } = useGatePass();
  const { data } = gate;
  const problem = queryProblem(gate);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void gate.refetch()} />;
  const set = (isSet: boolean | undefined) =>
    isSet === undefined ? <Skeleton height={14} width={48} /> : t(isSet ? 'security.isSet' : 'security.isUnset');
  return (
    <>
      <Card className={styles.card}>
        <LabelledRow columns={1}>
          <Labelled label={t('withdrawals.available')} size="hero" unit="USDT">
            {data ? (
              <Money source="ledger" mark="own" value={data.available} decimals={6} />
            ) : (
              <Skeleton height={38} width={190} />
            )}
          </Labelled>
        </LabelledRow>
        <h2 className={styles.subtitle}>{t('withdrawals.need')}</h2>
        <RowList label={t('withdrawals.need')}>
          <Row
            icon="wallet"
            title={t('withdrawals.bankCard')}
            value={set(data?.hasBankCard)}
            to={data?.hasBankCard ? '/card' : '/editbank'}
          />
          <Row
            icon="lock"
            title={t('security.withdrawalPassword')}
            value={set(data?.hasWithdrawalPassword)}
            to="/bankPwd"
          />
        </RowList>
        <Button onClick={() => pass('bank', '/cash')}>{t('withdrawals.toMethods')}</Button>
      </Card>
      {dialog}
    </>
  );
}
