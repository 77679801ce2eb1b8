import type { ReactNode } from 'react';
import type { BalanceTreeRoot } from '#contract/proofs.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { houseSum, shortHash, together } from './balance-check.ts';
import styles from './books-card.module.css';
import { useListBalanceRoots } from './queries.ts';

const ledger = { source: 'ledger', mark: 'group' } as const;

/** The newest root with the house's accounts, and earlier roots. */
export function RootsList(): ReactNode {
  const t = useText();
  const query = useListBalanceRoots();
  return (
    <Loaded query={query} height={420} radius={14}>
      {([newest, ...earlier]) =>
        newest === undefined ? (
          <EmptyState icon="records" title={t('proofs.empty')}>
            {t('proofs.emptyText')}
          </EmptyState>
        ) : (
          <>
            <NewestRoot root={newest} />
            {earlier.length === 0 ? null : <EarlierRoots roots={earlier} />}
          </>
        )
      }
    </Loaded>
  );
}

function NewestRoot({ root }: { readonly root: BalanceTreeRoot }): ReactNode {
  const t = useText();
  const format = useFormat();
  const sum = together(root);
  return (
    <>
      <Card title={t('proofs.rootAt', { time: format.fullTime(root.at) })}>
        <p className={styles.hash}>
          <code>{root.root}</code>
        </p>
        <RowList label={t('proofs.root')}>
          <Row title={t('proofs.members')} value={<Count {...ledger} count={root.members} />} />
          <Row title={t('proofs.owed')} value={<Money {...ledger} value={root.total} decimals={6} />} />
          <Row title={t('proofs.houseSum')} value={<Money {...ledger} value={houseSum(root.house)} decimals={6} />} />
          <Row title={t('proofs.together')} value={<Money {...ledger} value={sum} decimals={6} />} />
        </RowList>
        <SourceLine source="ledger">{t(sum === 0n ? 'proofs.balanced' : 'proofs.unbalanced')}</SourceLine>
      </Card>
      <Card title={t('proofs.houseTitle')}>
        <RowList label={t('proofs.houseTitle')}>
          {root.house.map(({ account, balance }) => (
            <Row
              key={account}
              title={t(`wallet.house-${account}`)}
              value={<Money {...ledger} value={balance} decimals={6} />}
            />
          ))}
        </RowList>
      </Card>
    </>
  );
}

function EarlierRoots({ roots }: { readonly roots: readonly BalanceTreeRoot[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('proofs.earlier')}>
      <RowList label={t('proofs.earlier')}>
        {roots.map(({ tree, at, root, total, members }) => (
          <Row
            key={tree}
            title={format.fullTime(at)}
            note={
              <Figure {...ledger}>
                {t('proofs.earlierLine', { total: format.usdt(total, 6), members: format.count(members) })}
              </Figure>
            }
            value={<code>{shortHash(root)}</code>}
          />
        ))}
      </RowList>
    </Card>
  );
}
