import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { FairDay, Reveal } from '#contract/round-records.ts';
import type { getFairness } from '#contract/rounds.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { Hash } from '#web/ui/layout/hash.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import common from '#web/ui/style/common.module.css';
import { useGetFairness } from './queries.ts';
import { BeaconText } from './round-view.tsx';
import styles from './rounds.module.css';

type Fairness = OutputOf<typeof getFairness>;

const dayMs = 86_400_000;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** What was published before it was used, and what has been revealed since: for anybody. */
export function FairnessView(): ReactNode {
  const t = useText();
  const fairness = useGetFairness();
  const [newest] = fairness.data?.pages ?? [];
  return (
    <>
      <Card>
        <p>{t('rounds.fairnessText')}</p>
      </Card>
      {newest && <Commitments fairness={newest} />}
      <h2 className={common.name}>{t('rounds.reveals')}</h2>
      <PagedList
        list={fairness}
        itemsOf={({ reveals }) => reveals}
        height={[180, 84, 84]}
        radius={14}
        empty={<EmptyState icon="records" title={t('rounds.noHistory')} />}
        moreText={t('rounds.showMore')}
      >
        {(reveals) => (
          <ul className={entries.list} aria-label={t('rounds.reveals')}>
            {reveals.map((reveal) => (
              <li key={reveal.round}>
                <RevealRow reveal={reveal} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Commitments({ fairness }: { readonly fairness: Fairness }): ReactNode {
  const t = useText();
  const { commitment, firstDay, days, beaconKind, drawn, voided, missed } = fairness;
  return (
    <>
      <Card title={t('rounds.counts')} className={styles.card}>
        <LabelledRow columns={3}>
          <Labelled label={t('rounds.drawn')}>
            <Count source="probe" mark="group" count={drawn} />
          </Labelled>
          <Labelled label={t('rounds.void')}>
            <Count source="probe" mark="group" count={voided} />
          </Labelled>
          <Labelled label={t('rounds.missed')}>
            <Count source="probe" mark="group" count={missed} />
          </Labelled>
        </LabelledRow>
        <SourceLine source="probe">{t('rounds.countsSource')}</SourceLine>
        <BeaconText kind={beaconKind} />
      </Card>
      <Card title={t('rounds.commitment')} className={styles.card}>
        <time className={common.faint}>{t('rounds.firstDay', { day: dateOf(firstDay) })}</time>
        <code className={styles.value}>{commitment}</code>
      </Card>
      <h2 className={common.name}>{t('rounds.days')}</h2>
      {days.map((day) => (
        <Day key={day.day} day={day} />
      ))}
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
    </details>
  );
}

function RevealRow({ reveal: { round, seed, state, endedAt } }: { readonly reveal: Reveal }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Go to={`/fairness?round=${round}`} className={entries.entry}>
      <span className={entries.line}>
        <span className={common.name} data-words="">
          {t('rounds.round', { round })}
        </span>
        <Chip>{t(`rounds.${state}`)}</Chip>
      </span>
      <code className={styles.value}>{seed}</code>
      <time className={common.faint}>{format.dayTime(endedAt)}</time>
    </Go>
  );
}
