import { type ReactNode, useState } from 'react';
import type { Band } from '#contract/products.ts';
import { areBands } from '#core/products/offers.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListOffers, useProposeBands } from '../queries/products.ts';
import styles from '../ui/layout.module.css';
import { Propose } from '../ui/propose.tsx';
import { Table } from '../ui/table.tsx';
import { wholeOf } from '../ui/whole-of.ts';

/** The weight score from which each level opens, and the form that asks for others. */
export function Bands(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const [isOpened, setOpened] = useState(false);
  return (
    <Card title={t('products.bands')}>
      <p className={styles.quiet}>{t('products.bandsText')}</p>
      <Loaded query={useListOffers()} height={200}>
        {({ bands }) => (
          <>
            <Table
              caption={t('products.bands')}
              rows={bands}
              keyOf={({ level }) => String(level)}
              columns={[
                { label: t('products.level'), cell: ({ level }) => level },
                { label: t('products.bandFrom'), numeric: true, cell: ({ weightMin }) => format.count(weightMin) },
                {
                  label: t('products.bandShipped'),
                  numeric: true,
                  cell: ({ shippedWeightMin }) => format.count(shippedWeightMin),
                },
              ]}
            />
            <div className={styles.acts}>
              <Button inline kind="outline" onClick={() => setOpened(!isOpened)}>
                {t(isOpened ? 'shell.close' : 'products.changeBands')}
              </Button>
            </div>
            {isOpened ? <ProposeBands bands={bands} onDone={() => setOpened(false)} /> : null}
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Asks for other bands: they wait for a second operator then. */
function ProposeBands({ bands, onDone }: { readonly bands: readonly Band[]; readonly onDone: () => void }): ReactNode {
  const t = useConsoleText();
  const propose = useProposeBands();
  const [written, setWritten] = useState(() => bands.map(({ weightMin }) => String(weightMin)));
  const write = (place: number) => (text: string) => setWritten(written.map((one, at) => (at === place ? text : one)));
  return (
    <div className={styles.answer}>
      {bands.map(({ level }, place) => (
        <Field
          key={level}
          label={`${t('products.level')} ${level}: ${t('products.bandFrom')}`}
          name={`level-${level}`}
          value={written[place] ?? ''}
          onChange={write(place)}
          inputMode="numeric"
          maxLength={7}
        />
      ))}
      {areBands(written.map(wholeOf)) ? null : <p role="note">{t('products.bandsRule')}</p>}
      <Propose
        label={t('products.proposeBands')}
        hint={t('products.startText')}
        mutation={propose}
        changeOf={() => {
          const [level2 = 0, level3 = 0, level4 = 0, level5 = 0] = written.map(wholeOf);
          return { level2, level3, level4, level5 };
        }}
        onDone={onDone}
      >
        {t('products.proposeBandsText')}
      </Propose>
    </div>
  );
}
