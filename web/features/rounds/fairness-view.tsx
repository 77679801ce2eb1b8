import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { FairChain, Reveal } from '#contract/round-records.ts';
import { getFairness } from '#contract/rounds.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { productNow, syncedNow } from '#web/platform/product-clock.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import common from '#web/ui/style/common.module.css';
import { wasKeptBefore } from './check-day.ts';
import { DayList } from './day-list.tsx';
import { useGetFairness } from './queries.ts';
import { BeaconText } from './round-view.tsx';
import styles from './rounds.module.css';
import { dateOf } from './words.ts';

type Fairness = OutputOf<typeof getFairness>;

/** What was published before it was used, and what has been revealed since: for anybody. */
export function FairnessView(): ReactNode {
  const t = useText();
  const fairness = useGetFairness();
  const [newest] = fairness.data?.pages ?? [];
  return (
    <>
      <Card>
        <p>{t('rounds.fairnessText')}</p>
        <RowList label={t('rounds.fairness')}>
          <Row icon="question" title={t('rounds.howFair')} to="/faq?id=provably-fair" />
          <Row icon="check" title={t('rounds.rulesToTheByte')} to="/faq?rule=exact-rounds" />
        </RowList>
      </Card>
      {newest && <Commitments fairness={newest} />}
      <DayList />
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
          <ul className={common.stack} aria-label={t('rounds.reveals')}>
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
  const { chains, beaconKind, drawn, voided, missed } = fairness;
  return (
    <>
      <Card title={t('rounds.counts')} className={styles.card}>
        <LabelledRow columns={3}>
          <Labelled label={t('rounds.drawn')}>
            <Count source="probe" count={drawn} />
          </Labelled>
          <Labelled label={t('rounds.void')}>
            <Count source="probe" count={voided} />
          </Labelled>
          <Labelled label={t('rounds.missed')}>
            <Count source="probe" count={missed} />
          </Labelled>
        </LabelledRow>
        <SourceLine source="probe">{t('rounds.countsSource')}</SourceLine>
        <BeaconText kind={beaconKind} />
      </Card>
      <Chains chains={chains} />
    </>
  );
}

/** By the product clock: a node reads what another one has published within a day, and does not list it before. */
const listedWithinMs = 86_400_000;

/** The commitments of all chains of day keys, held against what this phone has kept of them. */
function Chains({ chains }: { readonly chains: readonly FairChain[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  const kept = useQuery({
    queryKey: readKey(getFairness, {}, 'kept', ...chains.map(({ commitment }) => commitment)),
    queryFn: async () => {
      const { keepChains, keptChains } = await import('./kept-rounds.ts');
      await keepChains(chains, syncedNow());
      return await keptChains();
    },
  });
  const latest = productNow() - listedWithinMs;
  const gone = [...(kept.data ?? [])].filter(
    ([number, { at = 0 }]) => at < latest && !chains.some((one) => one.number === number),
  );
  const replaced = chains.flatMap(({ number, commitment }) => {
    const other = kept.data?.get(number);
    return other === undefined || other.commitment === commitment ? [] : [other];
  });
  const mayBeLost = [...gone.map(([, one]) => one), ...replaced].some(
    (one) => one.firstDay !== undefined && wasKeptBefore(one.firstDay, one),
  );
  return (
    <Card title={t('rounds.commitment')} className={styles.card}>
      {gone.map(([number, { commitment }]) => (
        <div key={number} className={common.stack}>
          <span className={common.name} data-words="">
            {t('rounds.chain', { number })}
          </span>
          <p role="alert">
            {t('rounds.commitmentChanged')} <code className={styles.value}>{commitment}</code>
          </p>
        </div>
      ))}
      {chains.map(({ number, firstDay, commitment, publishedAt }) => {
        const other = kept.data?.get(number);
        const isOtherDay = (other?.firstDay ?? firstDay) !== firstDay;
        return (
          <div key={number} className={common.stack}>
            {chains.length > 1 && (
              <span className={common.name} data-words="">
                {t('rounds.chain', { number })}
              </span>
            )}
            <time className={common.faint}>
              {t('rounds.firstDay', { day: dateOf(firstDay) })} ·{' '}
              {t('rounds.publishedAt', { time: format.fullTime(publishedAt) })}
            </time>
            <code className={styles.value}>{commitment}</code>
            {other !== undefined && (other.commitment !== commitment || isOtherDay) && (
              <p role="alert">
                {t('rounds.commitmentChanged')} <code className={styles.value}>{other.commitment}</code>
                {isOtherDay && <> · {t('rounds.firstDay', { day: dateOf(other.firstDay ?? firstDay) })}</>}
              </p>
            )}
          </div>
        );
      })}
      {mayBeLost && <p className={common.text}>{t('rounds.commitmentLost')}</p>}
      <p className={common.text}>{t('rounds.chainsText')}</p>
    </Card>
  );
}

function RevealRow({ reveal }: { readonly reveal: Reveal }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { round, seed, state, beaconKind, isLate, endedAt } = reveal;
  return (
    <Go to={`/fairness?round=${round}`} className={entries.entry}>
      <span className={entries.line}>
        <span className={common.name} data-words="">
          {t('rounds.round', { round })}
        </span>
        <Chip>{t(`rounds.${state}`)}</Chip>
      </span>
      <code className={styles.value}>{seed}</code>
      <span className={entries.line}>
        <time className={common.faint}>{format.dayTime(endedAt ?? timesOf(round).resultAt)}</time>
        {beaconKind && (
          <span className={common.faint}>{t(isLate ? 'rounds.beaconLate' : `rounds.beacon-${beaconKind}`)}</span>
        )}
      </span>
    </Go>
  );
}
