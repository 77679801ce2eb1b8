import type { ReactNode } from 'react';
import type { WithdrawalState } from '#contract/states.ts';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import { useCancelWithdrawal } from './queries.ts';
import { stepsOf } from './withdrawal-progress.ts';
import styles from './withdrawals.module.css';

const tones = {
  requested: 'plain',
  inReview: 'plain',
  sent: 'plain',
  done: 'accent',
  refused: 'danger',
  cancelled: 'plain',
} as const;

export function WithdrawalChip({ state }: { readonly state: WithdrawalState }): ReactNode {
  const t = useText();
  return <Chip tone={tones[state]}>{t(`withdrawals.${state}`)}</Chip>;
}

/** One withdrawal: its status with an explanation, and a cancel button while that is possible. */
export function WithdrawalTracker({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const t = useText();
  return (
    <>
      <Card className={styles.card}>
        <span>
          <WithdrawalChip state={withdrawal.state} />
        </span>
        <p className={styles.amount}>
          <Money source="ledger" mark="own" value={withdrawal.amount} decimals={6} /> <small>USDT</small>
        </p>
        <Steps withdrawal={withdrawal} />
        {withdrawal.cancellable ? <CancelButton withdrawal={withdrawal} /> : null}
      </Card>
      <Card>
        <RowList label={t('withdrawals.detailTitle')}>
          <Particulars withdrawal={withdrawal} />
        </RowList>
      </Card>
    </>
  );
}

function Steps({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { state, sentAt, reviewEndsAt, approvalsNeeded, approvals, reason } = withdrawal;
  const words = (step: WithdrawalState) =>
    step === 'inReview'
      ? t(approvals < approvalsNeeded ? 'withdrawals.inApprovalText' : 'withdrawals.inReviewText', {
          time: format.dayTime(reviewEndsAt),
        })
      : t(`withdrawals.${step}Text`);
  return (
    <ol className={common.stack} aria-live="polite">
      {stepsOf(state, sentAt !== null).map(({ state: step, look }) => (
        <li
          key={step}
          className={classNames(styles.step, styles[look])}
          aria-current={look === 'now' ? 'step' : undefined}
        >
          <span className={styles.stepName}>{t(`withdrawals.${step}`)}</span>
          {look === 'now' ? <span className={styles.stepText}>{words(step)}</span> : null}
          {look === 'now' && step === 'inReview' && approvalsNeeded > 0 ? (
            <span className={styles.stepText}>
              <Figure source="ledger">
                {t('withdrawals.approvalsText', { done: approvals, needed: approvalsNeeded })}
              </Figure>
            </span>
          ) : null}
          {step === 'refused' && reason !== null ? (
            <span className={styles.stepText}>{t(`withdrawals.${reason}`)}</span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function Particulars({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { fee, actualReceipt, destination, comment, requestedAt, sentAt, endedAt, id } = withdrawal;
  return (
    <>
      <Row
        title={t('withdrawals.fee')}
        note={t('withdrawals.feeNote')}
        value={<Money source="ledger" value={fee} decimals={6} />}
      />
      <Row
        title={t('withdrawals.actualReceipt')}
        value={<Money source="ledger" value={actualReceipt} decimals={6} />}
      />
      <Row title={t('withdrawals.destination')} note={<code className={styles.anywhere}>{destination}</code>} />
      {comment === '' ? null : (
        <Row
          title={t('withdrawals.comment')}
          note={
            <span className={styles.anywhere} data-words>
              {comment}
            </span>
          }
        />
      )}
      <Row title={t('withdrawals.requestedAt')} note={<code>{id}</code>} value={format.dayTime(requestedAt)} />
      {sentAt === null ? null : <Row title={t('withdrawals.sentAt')} value={format.dayTime(sentAt)} />}
      {endedAt === null ? null : <Row title={t('withdrawals.endedAt')} value={format.dayTime(endedAt)} />}
    </>
  );
}

function CancelButton({ withdrawal: { id, amount } }: { readonly withdrawal: Withdrawal }): ReactNode {
  const t = useText();
  const format = useFormat();
  const cancelling = useCancelWithdrawal((message) => showToast(message, 'success'));
  return (
    <ConfirmButton
      label={t('withdrawals.cancel')}
      title={t('withdrawals.cancelTitle')}
      cancel={t('withdrawals.keepIt')}
      mutation={cancelling}
      input={{ withdrawal: id }}
    >
      <p>
        <Figure source="ledger">{t('withdrawals.cancelText', { amount: format.usdt(amount, 6) })}</Figure>
      </p>
    </ConfirmButton>
  );
}
