import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import entries from '#web/ui/layout/entries.module.css';
import common from '#web/ui/style/common.module.css';
import { useListWinners } from './queries.ts';

/** The newest winners, with masked account names. */
export function WinnerList(): ReactNode {
  const t = useText();
  const format = useFormat();
  const winners = useListWinners();
  return (
    <Card title={t('draws.winners')} className={common.stack}>
      <Loaded query={winners} height={[44, 44, 44]}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="records" title={t('draws.noWinners')} />
          ) : (
            <ul className={common.stack} aria-label={t('draws.winners')}>
              {list.map(({ id, name, prize, amount, drawnAt }) => (
                <li key={id} className={entries.line}>
                  <span>
                    <b data-words="">{name}</b> · {t(`draws.${prize}`)}
                  </span>
                  <span className={common.name}>
                    <Money source="ledger" value={amount} decimals={2} /> USDT
                  </span>
                  <time className={common.faint}>{format.dayTime(drawnAt)}</time>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
