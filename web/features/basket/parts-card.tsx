import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Percent } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './basket.module.css';
import type { ListedBasket } from './queries.ts';

/** Each coin's current share and change. */
export function PartsCard({ basket }: { readonly basket: ListedBasket }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('basket.parts')}>
      <SourceLine source="market">{t('basket.partsText')}</SourceLine>
      <RowList label={t('basket.parts')}>
        {basket.parts.map(({ growth, share }, index) => {
          const coin = basket.coins[index] ?? '';
          return (
            <Row
              key={coin}
              title={coin}
              value={
                <span className={styles.part}>
                  <Figure source="market">{format.percent(share, 2, 'negative')}</Figure>
                  <Percent source="market" ratio={growth - 1} className={styles.change} />
                </span>
              }
            />
          );
        })}
      </RowList>
    </Card>
  );
}
