import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FairDay } from '#contract/round-records.ts';
import { getDayTranscript } from '#contract/rounds.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { Hash } from '#web/ui/layout/hash.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { useProofFile } from '#web/ui/proof/use-proof-file.ts';
import { Verdict } from '#web/ui/proof/verdict.tsx';
import common from '#web/ui/style/common.module.css';
import { type DayCheck, differencesShown } from './check-day.ts';
import { useGetDayTranscript, useListFairDays } from './queries.ts';
import { RoundDifference } from './round-difference.tsx';
import { dateOf } from './words.ts';

/** What was published of each day, with the recomputation of those that are over. */
export function DayList(): ReactNode {
  const t = useText();
  const days = useListFairDays();
  return (
    <>
      <h2 className={common.name}>{t('rounds.days')}</h2>
      <PagedList
        list={days}
        height={[44, 44, 44]}
        radius={14}
        empty={<EmptyState icon="records" title={t('rounds.noHistory')} />}
        moreText={t('rounds.showMore')}
      >
        {(listed) => listed.map((day) => <Day key={day.day} day={day} />)}
      </PagedList>
    </>
  );
}

function Day({ day: { day, tip, drawCommitment, key } }: { readonly day: FairDay }): ReactNode {
  const t = useText();
  return (
    <details className={entries.entry}>
      <summary>
        <time className={common.name}>{dateOf(day)} UTC</time>
      </summary>
      <Hash label={t('rounds.tip')} value={tip} missing={t('rounds.notYet')} />
      <Hash label={t('rounds.drawCommitment')} value={drawCommitment} missing={t('rounds.notYet')} />
      <Hash label={t('rounds.key')} value={key} missing={t('rounds.keyLater')} />
      {key !== null && <DayReplay shown={{ day, tip, drawCommitment, key }} />}
    </details>
  );
}

type ShownDay = Pick<FairDay, 'day' | 'tip' | 'drawCommitment' | 'key'>;

/** Recomputes all rounds of a day on this phone, and saves its transcript. */
function DayReplay({ shown }: { readonly shown: ShownDay }): ReactNode {
  const t = useText();
  const { day } = shown;
  const { load, download } = useProofFile(
    `clearlot-day-${dateOf(day)}.json`,
    getDayTranscript,
    useGetDayTranscript(day),
  );
  const check = useMutation({
    mutationFn: async () => {
      const [loaded, { checkDay }] = await Promise.all([load(), import('./check-day-in-worker.ts')]);
      return await checkDay(loaded, shown);
    },
  });
  return (
    <div className={common.stack}>
      {check.error && (
        <p role="alert">
          {t('rounds.replayFailed')}: {problemText(check.error)}
        </p>
      )}
      {check.data && <DayOutcome check={check.data} />}
      <div className={common.buttons}>
        <Button onClick={() => check.mutate()} busy={check.isPending}>
          {t(check.isPending ? 'rounds.replaying' : 'rounds.replayDay')}
        </Button>
        <Button kind="outline" onClick={() => download.mutate()} busy={download.isPending}>
          <Icon name="download" size={18} />
          {t('rounds.download')}
        </Button>
      </div>
    </div>
  );
}

function DayOutcome({ check }: { readonly check: DayCheck }): ReactNode {
  const t = useText();
  const { differences, paid, void: voided, open } = check;
  const isSame = differences.length === 0;
  return (
    <div role={isSame ? 'status' : 'alert'} className={common.stack}>
      <Figure source="probe">{t('rounds.dayCounts', { drawn: paid, voided })}</Figure>
      {differences.slice(0, differencesShown).map((one) => (
        <RoundDifference key={`${one.field} ${one.claimed} ${one.computed}`} {...one} />
      ))}
      {open.map((point) => (
        <p key={point} className={common.text} data-open={point}>
          {t(`rounds.open-${point}`)}
        </p>
      ))}
      <p className={common.text}>{t('rounds.dayOpen')}</p>
      <Verdict isSame={isSame}>{t(isSame ? 'rounds.replaySame' : 'rounds.replayDiffers')}</Verdict>
    </div>
  );
}
