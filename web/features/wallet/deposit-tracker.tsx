import type { ReactNode } from 'react';
import type { Deposit } from '#contract/wallet.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/amounts.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Figure } from '#web/ui/figure.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, RowList } from '#web/ui/row.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { DepositState } from './deposit-state.tsx';
import styles from './deposit-tracker.module.css';

/** One deposit on its way: amount, the count of confirmations, address and times. */
export function DepositTracker({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const t = useText();
  const format = useFormat();
  const copy = () =>
    void navigator.clipboard?.writeText(deposit.address).then(
      () => showToast(t('shell.copied'), 'success'),
      () => showToast(t('shell.copyFailed'), 'failure'),
    );
  return (
    <>
      <Card className={styles.card}>
        <DepositState state={deposit.state} />
        <p className={styles.amount}>
          <Money source="ledger" value={deposit.amount} decimals={4} />
          <span className={styles.unit}> USDT</span>
        </p>
        <Confirmations deposit={deposit} />
      </Card>
      <Card>
        <RowList>
          <Row
            title={t('deposit.address')}
            note={<code className={styles.address}>{deposit.address}</code>}
            value={<IconButton icon="copy" label={t('deposit.copyAddress')} onClick={copy} />}
          />
          <Row title={t('deposit.requestedAt')} value={format.fullTime(deposit.requestedAt)} />
          {deposit.confirmedAt === null ? null : (
            <Row title={t('deposit.confirmedAt')} value={format.fullTime(deposit.confirmedAt)} />
          )}
        </RowList>
      </Card>
    </>
  );
}

function Confirmations({ deposit }: { readonly deposit: Deposit }): ReactNode {
  const t = useText();
  const { state, confirmations: done, confirmationsNeeded: needed } = deposit;
  const words = {
    requested: t('deposit.waiting'),
    seen: (
      <Figure source="ledger" mark="group">
        {t('deposit.confirmations', { done, needed })}
      </Figure>
    ),
    confirmed: t('deposit.credited'),
    rejected: t('deposit.rejectedText'),
  };
  return (
    <div className={styles.progress}>
      <div className={styles.steps} aria-hidden="true">
        {[...Array(needed).keys()].map((step) => (
          <span key={step} className={classNames(styles.step, step < done && styles.done)} />
        ))}
      </div>
      <p role="status">{words[state]}</p>
    </div>
  );
}
