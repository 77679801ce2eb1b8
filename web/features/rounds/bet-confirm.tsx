import { type ReactNode, useRef } from 'react';
import type { Order, Round } from '#contract/round-records.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { ApiRefusal, SessionOver } from '#web/platform/api/refusal.ts';
import { useSendOnce } from '#web/platform/api/use-send-once.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoFromHere } from '#web/platform/navigation/link.tsx';
import { productNow } from '#web/platform/product-clock.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { type BetForm, type BetOutlook, isFollow, readBet } from './bet-form.ts';
import { BetOutlookLines } from './bet-outlook.tsx';
import { phaseOf } from './phase.ts';
import { usePlaceOrder } from './queries.ts';
import styles from './rounds.module.css';
import { Countdown } from './running-round.tsx';

interface BetConfirmProps {
  readonly open: boolean;
  readonly round: Round;
  readonly form: BetForm;
  readonly outlook: BetOutlook | null;
  readonly warnings: (worst: Usdt) => ReactNode;
  readonly onRefused: (error: Error) => void;
  readonly onClose: () => void;
}

/** The bet with its odds and worst case, and the button that places it. */
export function BetConfirm(props: BetConfirmProps): ReactNode {
  const t = useText();
  // Outside of the sheet's content, which closing removes: placing again after a lost response repeats the same request.
  const submission = useSending(props);
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t(isFollow(props.form) ? 'rounds.followTitle' : 'rounds.confirmTitle')}
    >
      <Confirmation {...props} {...submission} />
    </Sheet>
  );
}

function Confirmation(props: BetConfirmProps & ReturnType<typeof useSending>): ReactNode {
  const { round, form, outlook, warnings, onClose, send, isSending } = props;
  const t = useText();
  useRedrawEvery(250);
  const isOpen = phaseOf(round, productNow())?.name === 'betting';
  if (outlook === null) return null;
  return (
    <div className={styles.card}>
      <Countdown round={round} small />
      <RowList>
        <Row
          title={t(`rounds.${form.category}`)}
          note={<span data-words="">{t('rounds.round', { round: round.id })}</span>}
          value={
            <Figure source="ledger">
              {form.amount} USDT{isFollow(form) && ` × ${form.follow}`}
            </Figure>
          }
        />
      </RowList>
      <BetOutlookLines form={form} outlook={outlook} />
      <p className={common.text}>{t('rounds.oddsText')}</p>
      {isFollow(form) && <p className={common.text}>{t('rounds.neverDoubles')}</p>}
      {warnings(usdt(-outlook.reserved))}
      <p className={common.text}>{t('rounds.final')}</p>
      {!isOpen && <p role="alert">{t('rounds.bettingClosed')}</p>}
      <div className={common.buttons}>
        <Button kind="outline" onClick={onClose}>
          {t('rounds.back')}
        </Button>
        <Button onClick={send} busy={isSending} disabled={!isOpen}>
          {t(isSending ? 'rounds.sending' : isFollow(form) ? 'rounds.placeFollow' : 'rounds.place')}
        </Button>
      </div>
    </div>
  );
}

function useSending({ round, form, onRefused, onClose }: BetConfirmProps) {
  const t = useText();
  const go = useGoFromHere();
  // The form can be changed before the answer comes.
  const sent = useRef<(Pick<Order, 'round' | 'category' | 'amount'> & { readonly rounds: number }) | null>(null);
  const submission = usePlaceOrder((order, message) => {
    const { rounds, ...terms } = sent.current ?? { rounds: 1 };
    void import('./keep-rounds.ts')
      .then(({ keepPlaced }) => keepPlaced({ ...order, ...terms }, rounds))
      .catch((error: unknown) => console.error('the bet could not be kept on this phone', error));
    showToast(message, 'success');
    onClose();
    go('/myOrderInfo');
  });
  const sendOnce = useSendOnce(submission);
  const failed = (error: Error) => {
    if (error instanceof SessionOver) return;
    // Without a response the sheet stays open: pressing again is safe.
    if (!(error instanceof ApiRefusal)) {
      showToast(t('rounds.noAnswer'), 'failure');
      return;
    }
    showFailure(error);
    onClose();
    onRefused(error);
  };
  const send = () => {
    const { input } = readBet(round.id, form);
    if (!input) return;
    const { category, amount, follow = 1 } = input;
    sent.current = { round: input.round, category, amount, rounds: follow };
    sendOnce(input, { onError: failed });
  };
  return { send, isSending: submission.isPending };
}
