import type { ReactNode } from 'react';
import type { Draw } from '#contract/draws.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { useFailureToast } from '#web/ui/feedback/outcome-toasts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import entries from '#web/ui/layout/entries.module.css';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import common from '#web/ui/style/common.module.css';
import { useListDraws } from './queries.ts';
import { dayName } from './words.ts';

/** The member's draws, newest first, each with its proof. */
export function DrawList(): ReactNode {
  const t = useText();
  const draws = useListDraws();
  useFailureToast(draws.error);
  return (
    <>
      <h2 className={common.name}>{t('draws.history')}</h2>
      <SourceLine source="probe">{t('draws.source')}</SourceLine>
      <PagedList
        list={draws}
        height={[76, 76]}
        radius={14}
        empty={<EmptyState icon="orders" title={t('draws.noHistory')} />}
        moreText={t('rounds.showMore')}
      >
        {(rows) => (
          <ul className={common.stack} aria-label={t('draws.history')}>
            {rows.map((drawn) => (
              <li key={drawn.id}>
                <Go to={`/tab2?draw=${drawn.id}`} className={entries.entry}>
                  <DrawLines drawn={drawn} />
                </Go>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

/** One draw: which entry, its number, and what it won. */
export function DrawLines({ drawn }: { readonly drawn: Draw }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { day, entry, number, prize, amount, kind, drawnAt } = drawn;
  return (
    <>
      <span className={entries.line}>
        <span className={common.name} data-words="">
          {t('draws.entryOf', { entry, day: dayName(day) })}
        </span>
        <Figure source="probe" className={common.name}>
          {String(number).padStart(6, '0')}
        </Figure>
      </span>
      <span className={entries.line}>
        <span>{t(prize === null ? 'draws.lost' : `draws.${prize}`)}</span>
        {prize !== null && (
          <span className={common.name}>
            <Money source="ledger" value={amount} decimals={2} sign="always" /> USDT
          </span>
        )}
      </span>
      <span className={entries.line}>
        <span className={common.faint}>{t(`draws.kind-${kind}`)}</span>
        <time className={common.faint}>{format.dayTime(drawnAt)}</time>
      </span>
    </>
  );
}
