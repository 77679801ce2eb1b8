import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { placePlan } from '#contract/plans.ts';
import type { PlanQuote } from '#contract/plans-offer.ts';
import { intervalMs } from '#core/market/candle.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { ApiRefusal, SessionOver } from '#web/platform/api/refusal.ts';
import { isDecided } from '#web/platform/api/use-money-call.ts';
import { useSendOnce } from '#web/platform/api/use-send-once.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { fieldsOf } from './plan-errors.ts';
import { adviceWords } from './plan-fields.tsx';
import type { PlacedPlan, PlanForm } from './plan-form.ts';
import type { PlanBounds, PlanSummary } from './plan-summary.ts';
import { useOffersAfter, usePlacePlan } from './queries/place-plan.ts';
import { Stakes } from './quote-figures.tsx';
import { notBeforeNow, offeredTerms, type SentPlan } from './sent-plan.ts';
import { levelTermsWords, pastOutcomeLines } from './words.ts';

export interface PlanConfirmProps {
  readonly open: boolean;
  readonly form: PlanForm;
  readonly summary: PlanSummary;
  /** Undefined while loading, or where it could not be loaded. */
  readonly quote: PlanQuote | undefined;
  /** Set when the quote could not be loaded. */
  readonly onRetry?: (() => void) | undefined;
  readonly available: PlanBounds['available'];
  /** What else speaks against the plan. */
  readonly warnings: ReactNode;
  readonly onPlaced: (placed: PlacedPlan) => void;
  readonly onClose: () => void;
}

const stakesHeight = 150;

/** The plan with its worst case, fees and odds, and the button that places it. */
export function PlanConfirm(props: PlanConfirmProps): ReactNode {
  const t = useText();
  // Outside of the sheet's content, which closing removes: placing again after a lost response repeats the same request.
  const submission = useSending(props);
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('planConfirm.title')}>
      <Confirmation {...props} {...submission} />
    </Sheet>
  );
}

function Confirmation(props: PlanConfirmProps & ReturnType<typeof useSending>): ReactNode {
  const { summary, quote, onRetry, available, warnings, send, isSending, onClose } = props;
  const t = useText();
  const advice = adviceWords(t, useFormat(), summary, available);
  return (
    <div className={common.parts}>
      <PlanRows {...props} />
      {quote ? (
        <Stakes quote={quote} summary={summary} />
      ) : onRetry ? (
        <ErrorState message={t('plans.quoteFailed')} onRetry={onRetry} />
      ) : (
        <Skeleton height={stakesHeight} />
      )}
      {advice && <p role="alert">{advice}</p>}
      {warnings}
      <p className={common.faint}>{t('planConfirm.final')}</p>
      <div className={common.buttons}>
        <Button kind="outline" onClick={onClose}>
          {t('planConfirm.back')}
        </Button>
        {/* No plan is placed whose worst case and fees are not shown. */}
        <Button onClick={quote ? send : onRetry} busy={isSending || !(quote || onRetry)}>
          {isSending ? t('planConfirm.sending') : t('planConfirm.place')}
        </Button>
      </div>
    </div>
  );
}

function PlanRows({
  form,
  summary: { level },
  quote,
}: Pick<PlanConfirmProps, 'form' | 'summary' | 'quote'>): ReactNode {
  const t = useText();
  const format = useFormat();
  // A sheet that stays open passes the start of the candle that it would begin with.
  useRedrawEvery(1000);
  const distribution = quote?.distribution;
  return (
    <RowList>
      <Row
        title={t('plans.pair', { coin: form.coin })}
        note={level && <RuleValue rule="level">{levelTermsWords(t, level)}</RuleValue>}
        value={
          <span data-words="">
            {form.amountText} USDT · {t('plans.leverageValue', { leverage: form.leverage ?? 1 })}
          </span>
        }
      />
      {level && (
        <Row title={t('planConfirm.ends')} value={<time>{format.dayTime(lastCloseOf(level, productNow()))}</time>} />
      )}
      {distribution && (
        <Row
          title={t('planConfirm.odds')}
          note={
            <Figure source="market">
              {pastOutcomeLines(t, format, distribution, form.leverage ?? 1).join('\u00a0· ')}
            </Figure>
          }
        />
      )}
    </RowList>
  );
}

/** When the last round of a plan placed now closes, without market gaps: the first opens with the next candle. */
function lastCloseOf(
  { interval, rounds }: Pick<NonNullable<PlanSummary['level']>, 'interval' | 'rounds'>,
  now: number,
) {
  const length = intervalMs[interval];
  return (Math.floor(now / length) + 1 + rounds) * length;
}

function useSending({ form, summary: { level }, onPlaced, onClose }: PlanConfirmProps) {
  const t = useText();
  const client = useQueryClient();
  const sent = useRef<SentPlan | null>(null);
  /** By what is sent: a request whose answer was lost may have placed the plan when it was sent first. */
  const sentFirst = useRef(new Map<string, number | undefined>());
  const submission = usePlacePlan((plan, message) => {
    showToast(message, 'success');
    const { current } = sent;
    if (current === null) return;
    void import('./queries/keep-plan.ts')
      .then(({ keepPlaced }) => keepPlaced(client, plan.id, current))
      .catch(() => {});
    onPlaced({ plan, sent: current });
  });
  const sendOnce = useSendOnce(submission);
  const readOffers = useOffersAfter();
  const failed = (error: Error) => {
    if (error instanceof SessionOver) return;
    // Without a response the sheet stays open: pressing again is safe.
    if (error instanceof ApiRefusal) onClose();
    if (error instanceof ApiRefusal) readOffers(error);
    showToast(error instanceof ApiRefusal ? error.info : t('planConfirm.noAnswer'), 'failure');
  };
  const send = () => {
    const { input } = decodeForm(placePlan, fieldsOf(form, level?.id ?? null));
    if (!input || !level) return;
    const { coin, price, multiple } = input;
    const values = [coin, price, level.id, multiple].join(' ');
    if (!sentFirst.current.has(values)) sentFirst.current.set(values, notBeforeNow());
    const notBefore = sentFirst.current.get(values);
    sent.current = { coin, amount: price, level: level.id, terms: offeredTerms(level, multiple), notBefore };
    // Others that had no answer may have been placed still: theirs stay.
    const answered = (): void => void sentFirst.current.delete(values);
    sendOnce(input, {
      onSuccess: answered,
      onError(error) {
        if (isDecided(error)) answered();
        failed(error);
      },
    });
  };
  return { send, isSending: submission.isPending };
}
