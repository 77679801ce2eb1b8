import type { ReactNode } from 'react';
import type { Round } from '#contract/round-records.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import common from '#web/ui/style/common.module.css';
import { DrawnDigits } from './digits.tsx';
import type { useListRounds } from './queries.ts';

/** The rounds before the running one. */
export function RoundList({ list }: { readonly list: ReturnType<typeof useListRounds> }): ReactNode {
  const t = useText();
  return (
    <>
      <h2 className={common.name}>{t('rounds.history')}</h2>
      <SourceLine source="probe">{t('rounds.resultSource')}</SourceLine>
      <PagedList
        list={list}
        itemsOf={(page) => page.filter(({ state }) => state !== 'betting')}
        height={[84, 84, 84]}
        radius={14}
        empty={<EmptyState icon="orders" title={t('rounds.noHistory')} />}
        moreText={t('rounds.showMore')}
      >
        {(rounds) => (
          <ul className={common.stack} aria-label={t('rounds.history')}>
            {rounds.map((round) => (
              <li key={round.id}>
                <RoundRow round={round} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function RoundRow({ round }: { readonly round: Round }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { id, digits, state, resultAt, orders, staked } = round;
  return (
    <Go to={`/gameinfo?round=${id}`} className={entries.entry}>
      <span className={entries.line}>
        <span className={common.name} data-words="">
          {t('rounds.round', { round: id })}
        </span>
        {digits ? <DrawnDigits digits={digits} /> : <Chip>{t(`rounds.${state}`)}</Chip>}
      </span>
      <span className={entries.line}>
        <time className={common.faint}>{format.dayTime(resultAt)}</time>
        {orders !== null && staked !== null && (
          <span className={common.faint}>
            {t('rounds.bets')}{' '}
            <b>
              <Count source="ledger" count={orders} />
            </b>{' '}
            · {t('rounds.staked')}{' '}
            <b>
              <Money source="ledger" value={staked} decimals={2} />
            </b>
          </span>
        )}
      </span>
    </Go>
  );
}
