import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RoundDetail } from '#contract/round-records.ts';
import { getTranscript } from '#contract/rounds.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { CheckSteps } from '#web/ui/proof/check-steps.tsx';
import { useProofFile } from '#web/ui/proof/use-proof-file.ts';
import common from '#web/ui/style/common.module.css';
import type { PublishedMarket } from './market-candles.ts';
import { useGetRoundOrders, useGetTranscript } from './queries.ts';
import { malformedFieldOf, type Replay, stepOf } from './replay.ts';
import { RoundDifference } from './round-difference.tsx';
import styles from './rounds.module.css';

interface ReplayCardProps {
  readonly detail: RoundDetail;
  readonly market: PublishedMarket;
  readonly onReplayed?: ((detail: RoundDetail, replay: Replay) => void) | undefined;
}

/** Recomputes the round on this phone, step by step, and saves its transcript. */
export function ReplayCard({ detail, market, onReplayed }: ReplayCardProps): ReactNode {
  const t = useText();
  const { load, download } = useProofFile(
    `clearlot-round-${detail.id}.json`,
    getTranscript,
    useGetTranscript(detail.id),
  );
  const ordersOf = useGetRoundOrders(detail.id);
  const [loaded, setLoaded] = useState<{ readonly done: number; readonly count: number } | null>(null);
  const replay = useMutation({
    mutationFn: async (withOrders: boolean) => {
      const [given, { replayInWorker }] = await Promise.all([load(), import('./replay-in-worker.ts')]);
      const pages = withOrders ? ordersOf((done, count) => setLoaded({ done, count })) : null;
      return replayInWorker(given, detail, market, pages);
    },
    onSuccess: (replayed) => onReplayed?.(detail, replayed),
    onSettled: () => setLoaded(null),
  });
  return (
    <Card title={t('rounds.replay')} className={styles.card}>
      <p className={common.text}>{t(detail.isPaid ? 'rounds.replayText' : 'rounds.replayLater')}</p>
      {replay.error && (
        <p role="alert">
          {t('rounds.replayFailed')}: <Problem error={replay.error} />
        </p>
      )}
      {replay.data && <Steps replay={replay.data} />}
      {replay.data?.open.includes('orders') && (
        <Button kind="outline" onClick={() => replay.mutate(true)} busy={replay.isPending}>
          {t('rounds.loadOrders')}
        </Button>
      )}
      {loaded && (
        <p role="status" className={common.text}>
          <Figure source="probe">{t('rounds.loadingOrders', loaded)}</Figure>
        </p>
      )}
      <div className={common.buttons}>
        <Button onClick={() => replay.mutate(false)} busy={replay.isPending} disabled={!detail.isPaid}>
          {t(replay.isPending ? 'rounds.replaying' : 'rounds.replay')}
        </Button>
        <Button kind="outline" onClick={() => download.mutate()} busy={download.isPending} disabled={!detail.isPaid}>
          <Icon name="download" size={18} />
          {t('rounds.download')}
        </Button>
      </div>
    </Card>
  );
}

/** A transcript that is none says in which field. */
function Problem({ error }: { readonly error: Error }): ReactNode {
  const t = useText();
  const field = malformedFieldOf(error);
  return <>{field === null ? problemText(error) : t('rounds.transcriptMalformed', { field })}</>;
}

function Steps({ replay }: { readonly replay: Replay }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { differences, steps, open, recordedFrom, milliseconds } = replay;
  const isSame = differences.length === 0;
  return (
    <CheckSteps
      steps={steps}
      nameOf={(step) => t(`rounds.step-${step}`)}
      differencesOf={(step) =>
        differences
          .filter(({ field }) => stepOf(field) === step)
          .map((one) => <RoundDifference key={`${one.field} ${one.claimed} ${one.computed}`} {...one} />)
      }
      detailOf={(step) =>
        step === 'result' &&
        replay.replay?.result && (
          <Figure source="probe" className={styles.value}>
            {replay.replay.result.hmac} → {replay.replay.result.digits.join(' ')}
          </Figure>
        )
      }
      note={open.map((point) => (
        <p key={point} className={common.text} data-open={point}>
          {point === 'recordingHidden'
            ? t('rounds.open-recordingHidden', { time: format.fullTime(recordedFrom ?? 0) })
            : t(`rounds.open-${point}`)}
        </p>
      ))}
      isSame={isSame}
      verdict={
        <>
          {t(isSame ? 'rounds.replaySame' : 'rounds.replayDiffers')}
          <Figure source="probe" className={common.faint}>
            {format.count(Math.max(1, Math.round(milliseconds)))} ms
          </Figure>
        </>
      }
    />
  );
}
