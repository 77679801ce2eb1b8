import type { ReactNode } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CopyRow } from '#web/ui/layout/copy-row.tsx';
import { pictureOfImage } from '#web/ui/layout/picture-thumbnail.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { BehindNote, NetworkRows } from './channel-network.tsx';
import { DepositAddress } from './deposit-address.tsx';
import type { DepositChannel } from './deposit-form.ts';
import { isFinal } from './deposit-progress.ts';
import { DepositState } from './deposit-state.tsx';
import styles from './deposit-tracker.module.css';
import { ProofThumbnail } from './proof-thumbnail.tsx';

interface DepositTrackerProps {
  readonly deposit: Deposit;
  /** The deposit's channel; undefined while loading. */
  readonly channel: DepositChannel | undefined;
}

/** One deposit: amount, confirmations, address, proof and times. */
export function DepositTracker({ deposit, channel }: DepositTrackerProps): ReactNode {
  const behindSince = channel?.behindSince ?? null;
  return (
    <>
      <Card className={styles.card}>
        <DepositState state={deposit.state} />
        <p className={styles.amount}>
          <Money source="ledger" mark="own" value={deposit.amount} decimals={4} />
          <span className={styles.unit}> USDT</span>
        </p>
        <Confirmations deposit={deposit} channel={channel} />
      </Card>
      {behindSince === null || isFinal(deposit) ? null : <BehindNote since={behindSince} />}
      {isFinal(deposit) ? null : <DepositAddress deposit={deposit} channel={channel} />}
      <Card>
        <Details deposit={deposit} channel={channel} />
      </Card>
    </>
  );
}

function Details({ deposit, channel }: DepositTrackerProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { announced, amount, transaction, image, address, requestedAt, confirmedAt, reviewedAt } = deposit;
  return (
    <RowList>
      {image === null ? null : (
        <Row title={t('deposits.proofTitle')} value={<ProofThumbnail picture={pictureOfImage(image)} />} />
      )}
      {announced === null || announced === amount ? null : (
        <Row
          title={t('deposits.announced')}
          value={
            <>
              <Money source="ledger" value={announced} decimals={4} /> USDT
            </>
          }
        />
      )}
      {isFinal(deposit) ? (
        <CopyRow title={t('deposits.address')} text={address} action={t('deposits.copyAddress')} />
      ) : null}
      {transaction === null ? null : (
        <CopyRow title={t('deposits.transaction')} text={transaction} action={t('deposits.copyTransaction')} />
      )}
      <NetworkRows network={channel?.network ?? null} />
      <Row title={t('deposits.requestedAt')} value={format.fullTime(requestedAt)} />
      {confirmedAt === null ? null : <Row title={t('deposits.confirmedAt')} value={format.fullTime(confirmedAt)} />}
      {reviewedAt === null || image === null ? null : (
        <Row title={t('deposits.reviewedAt')} value={format.fullTime(reviewedAt)} />
      )}
    </RowList>
  );
}

function Confirmations({ deposit, channel }: DepositTrackerProps): ReactNode {
  const t = useText();
  const { state, confirmations: done, confirmationsNeeded: needed } = deposit;
  const network = channel?.network ?? null;
  const words = {
    requested:
      network === null ? (
        t('deposits.waiting')
      ) : (
        <span data-words="">{t('deposits.waitingNetwork', { network: network.name })}</span>
      ),
    seen: <Figure source="ledger">{t('deposits.confirmations', { done, needed })}</Figure>,
    confirmed: t('deposits.credited'),
    rejected: <DepositReason reason={deposit.reason} channel={channel} />,
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

interface DepositReasonProps {
  readonly reason: Deposit['reason'];
  /** The channel, whose bounds are the reason; undefined while loading. */
  readonly channel: DepositChannel | undefined;
}

/** Why a deposit was rejected. */
function DepositReason({ reason, channel }: DepositReasonProps): ReactNode {
  const t = useText();
  const format = useFormat();
  if (reason !== null && reason !== 'belowMinimum' && reason !== 'aboveMaximum') return t(`deposits.${reason}`);
  if (reason === null || channel === undefined) return t('deposits.rejectedText');
  const { minimum, maximum } = channel;
  return (
    <RuleValue rule="deposit">
      {reason === 'belowMinimum'
        ? t('deposits.belowMinimum', { minimum: format.usdt(minimum, 2) })
        : t('deposits.aboveMaximum', { maximum: format.usdt(maximum, 2) })}
    </RuleValue>
  );
}
