import type { ReactNode } from 'react';
import type { DayEntry } from '#contract/draws.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import type { IconName } from '#web/ui/picture/icon.tsx';
import common from '#web/ui/style/common.module.css';
import { earningPaths } from './words.ts';

const icons: Readonly<Record<DayEntry['kind'], IconName>> = {
  checkedIn: 'heart',
  planPlaced: 'bars',
  planSettled: 'orders',
  resultVerified: 'check',
  donated: 'tips',
};
const tones = { open: 'plain', ready: 'accent', drawn: 'plain' } as const;

/** What earns an entry today, and what became of it. */
export function EntryList({ entries }: { readonly entries: readonly DayEntry[] }): ReactNode {
  const t = useText();
  return (
    <Card title={t('draws.today')} className={common.stack}>
      <p className={common.text}>{t('draws.kindsText')}</p>
      <RowList label={t('draws.today')}>
        {entries.map(({ kind, state, draw }) => (
          <Row
            key={kind}
            icon={icons[kind]}
            title={t(`draws.kind-${kind}`)}
            value={<Chip tone={tones[state]}>{t(`draws.state-${state}`)}</Chip>}
            {...(draw ? { to: `/tab2?draw=${draw.id}` } : state === 'open' ? { to: earningPaths[kind] } : {})}
          />
        ))}
      </RowList>
    </Card>
  );
}
