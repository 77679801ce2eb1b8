import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { type RecordFilter, useSumMovements } from './queries.ts';
import { assetText } from './words.ts';

/** What the filtered movements add up to. */
export function MovementSum({ filter }: { readonly filter: RecordFilter }): ReactNode {
  const t = useText();
  const format = useFormat();
  const sum = useSumMovements(filter).data;
  if (sum === undefined) return null;
  const { asset, incoming, outgoing } = sum;
  const lines = [
    { title: t('wallet.incoming'), amount: incoming },
    { title: t('wallet.outgoing'), amount: -outgoing },
    { title: t('wallet.together'), amount: incoming - outgoing },
  ];
  return (
    <Card>
      <RowList label={t('wallet.sum')}>
        {lines.map(({ title, amount }) => (
          <Row
            key={title}
            title={title}
            value={<Figure source="ledger">{assetText(format, asset, amount, 'always')}</Figure>}
          />
        ))}
      </RowList>
    </Card>
  );
}
