import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { listBalanceRoots, newestRoots, type PublishedRoot } from '#contract/proofs.ts';
import { usdtCounterparts } from '#core/ledger/accounts.ts';
import { booksOf, pointBooksOf } from '#core/proofs/root-feed.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { keptRoots } from '#web/platform/kept-roots.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import proofStyles from '#web/ui/proof/proof.module.css';
import { differenceOf, houseSum, shortHash } from './balance-check.ts';
import styles from './books-card.module.css';
import { Differences, FeedLine, useProofProblem } from './check-result.tsx';
import { useListBalanceRoots } from './queries.ts';
import type { RootFeed } from './root-feed.ts';

/** The newest root with the house's accounts, and earlier roots, held against those that this phone has kept. */
export function RootsList(): ReactNode {
  const query = useListBalanceRoots();
  const problem = useProofProblem(query);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void query.refetch()} />;
  return (
    <Loaded query={query} height={420} radius={14}>
      {(feed) => <Feed feed={feed} />}
    </Loaded>
  );
}

function Feed({ feed }: { readonly feed: RootFeed }): ReactNode {
  const t = useText();
  const [newest, ...earlier] = feed.roots.toReversed();
  return (
    <>
      {feed.faults.length === 0 ? null : (
        <Card title={t('proofs.feedTitle')}>
          <Differences differences={feed.faults.map(differenceOf)} />
        </Card>
      )}
      {newest === undefined ? (
        <EmptyState icon="records" title={t('proofs.empty')}>
          {t('proofs.emptyText')}
        </EmptyState>
      ) : (
        <>
          <NewestRoot root={newest} />
          {earlier.length === 0 ? null : <EarlierRoots roots={earlier.slice(0, newestRoots)} />}
          <Card title={t('proofs.keptTitle')}>
            <FeedLine feed={feed} />
            <p className={proofStyles.text}>{t('proofs.compareText')}</p>
            <div className={proofStyles.action}>
              <Button kind="outline" onClick={() => void saveKept()}>
                {t('proofs.saveKept')}
              </Button>
            </div>
          </Card>
        </>
      )}
    </>
  );
}

/** In the wire's form, which `tools/verify/roots.ts` reads. */
async function saveKept(): Promise<void> {
  const info = z.encode(listBalanceRoots.output, [...((await keptRoots.read()) ?? [])]);
  saveFile('clearlot-roots.json', 'application/json', JSON.stringify({ info }, null, 1));
}

function NewestRoot({ root }: { readonly root: PublishedRoot }): ReactNode {
  const t = useText();
  const format = useFormat();
  const sum = booksOf(root);
  return (
    <>
      <Card title={t('proofs.rootAt', { time: format.fullTime(root.at) })}>
        <p className={styles.hash}>
          <code>{root.root}</code>
        </p>
        <p className={proofStyles.text}>{t('proofs.digest')}</p>
        <p className={styles.hash}>
          <code>{root.digest}</code>
        </p>
        <p className={proofStyles.text}>{t('proofs.signingKey')}</p>
        <p className={styles.hash}>
          <code>{root.key}</code>
        </p>
        <RowList label={t('proofs.root')}>
          <Row title={t('proofs.members')} value={<Count source="ledger" count={root.members} />} />
          <Row title={t('proofs.owed')} value={<Money source="ledger" value={root.total} decimals={6} />} />
          <Row
            title={t('proofs.houseSum')}
            value={<Money source="ledger" value={houseSum(root.house)} decimals={6} />}
          />
          <Row title={t('proofs.together')} value={<Money source="ledger" value={sum} decimals={6} />} />
        </RowList>
        <SourceLine source="ledger">{t(sum === 0n ? 'proofs.balanced' : 'proofs.unbalanced')}</SourceLine>
        {root.log === undefined ? null : <LogOfRoot log={root.log} />}
      </Card>
      <Card title={t('proofs.houseTitle')}>
        <RowList label={t('proofs.houseTitle')}>
          {root.house.map(({ account, balance }) => (
            <Row
              key={account}
              title={t(`wallet.house-${account}`)}
              value={<Money source="ledger" value={balance} decimals={6} />}
            />
          ))}
        </RowList>
      </Card>
      {root.points ? <PointsOfRoot root={root} points={root.points} /> : null}
    </>
  );
}

/** How far the operators' log had come, which cannot be shortened unseen from then on. */
function LogOfRoot({ log }: { readonly log: NonNullable<PublishedRoot['log']> }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <p className={proofStyles.text}>
        <Figure source="ledger">{t('proofs.log', { count: format.count(log.acts) })}</Figure>
      </p>
      <p className={styles.hash}>
        <code>{log.head}</code>
      </p>
    </>
  );
}

interface PointsOfRootProps {
  readonly root: PublishedRoot;
  readonly points: NonNullable<PublishedRoot['points']>;
}

function PointsOfRoot({ root, points }: PointsOfRootProps): ReactNode {
  const t = useText();
  const { assistance, promotion, house } = points;
  const together = pointBooksOf(root);
  const lines = [
    { title: t('wallet.member-assistance'), count: assistance },
    { title: t('wallet.member-promotion'), count: promotion },
    { title: t('proofs.pointsHouseSum'), count: together - assistance - promotion },
    { title: t('proofs.together'), count: together },
  ];
  return (
    <>
      <Card title={t('proofs.pointsTitle')}>
        <RowList label={t('proofs.pointsTitle')}>
          {lines.map(({ title, count }) => (
            <Row key={title} title={title} value={<Count source="ledger" count={count} />} />
          ))}
        </RowList>
        <SourceLine source="ledger">
          {t(together === 0n ? 'proofs.pointsBalanced' : 'proofs.pointsUnbalanced')}
        </SourceLine>
      </Card>
      <Card title={t('proofs.pointsHouseTitle')}>
        <RowList label={t('proofs.pointsHouseTitle')}>
          {house.map(({ account, balance }) => (
            <Row
              key={account}
              title={t(`wallet.house-${usdtCounterparts[account]}`)}
              value={<Count source="ledger" count={balance} />}
            />
          ))}
        </RowList>
      </Card>
    </>
  );
}

function EarlierRoots({ roots }: { readonly roots: readonly PublishedRoot[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('proofs.earlier')}>
      <RowList label={t('proofs.earlier')}>
        {roots.map(({ number, at, root, total, members }) => (
          <Row
            key={number}
            title={format.fullTime(at)}
            note={
              <Figure source="ledger">
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
