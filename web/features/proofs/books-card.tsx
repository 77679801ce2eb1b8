import type { ReactNode } from 'react';
import type { PointSums } from '#core/proofs/balance-tree.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import proofStyles from '#web/ui/proof/proof.module.css';
import { Verdict } from '#web/ui/proof/verdict.tsx';
import { shortHash } from './balance-check.ts';
import styles from './books-card.module.css';
import { Differences, FeedLine, useProofProblem } from './check-result.tsx';
import { type OwnCheck, useGetBalanceProof } from './queries.ts';

/** Verifies on this phone that the member's balance is part of the published root, and that it is what the member's records say. */
export function BooksCard({ username }: { readonly username: string }): ReactNode {
  const t = useText();
  const query = useGetBalanceProof(username);
  const { data, error, isFetching } = query;
  // Also beside what an earlier check came to: that of a check which failed is not its own.
  const problem = useProofProblem({ data: undefined, error: isFetching ? null : error });
  return (
    <Card title={t(data?.matches === false ? 'proofs.mismatchTitle' : 'proofs.cardTitle')}>
      {data && problem !== null && (
        <p className={proofStyles.text} role="alert">
          {problem}
        </p>
      )}
      {data ? <Checked check={data} /> : <p className={proofStyles.text}>{problem ?? t('proofs.checking')}</p>}
      <div className={proofStyles.action}>
        <Button kind="outline" busy={isFetching} onClick={() => void query.refetch()}>
          {t('proofs.checkNow')}
        </Button>
      </div>
      <Go to="/proofs" className={styles.link}>
        {t('proofs.allRoots')}
      </Go>
    </Card>
  );
}

function Checked({ check }: { readonly check: OwnCheck }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { proof, feed, matches, differences, keptAt } = check;
  return (
    <>
      {proof ? (
        <>
          <p className={proofStyles.text}>
            <code>
              {t('proofs.rootLine', {
                root: shortHash(proof.published.root),
                time: format.dayTime(proof.published.at),
              })}
            </code>
          </p>
          <p className={proofStyles.text}>
            <Figure source="ledger">{t('proofs.ownBalance', { balance: format.usdt(proof.balance, 6) })}</Figure>
          </p>
          {proof.points ? <OwnPoints points={proof.points} /> : null}
        </>
      ) : null}
      {matches && !proof ? <p className={proofStyles.text}>{errorText('balanceNotInTree')}</p> : null}
      {matches && proof ? (
        <div className={proofStyles.same} role="status">
          <Verdict>{t('proofs.included')}</Verdict>
        </div>
      ) : null}
      {matches ? <FeedLine feed={feed} /> : <Differences differences={differences} />}
      {matches && keptAt !== null ? (
        <p className={proofStyles.text}>{t('proofs.balanceKept', { time: format.fullTime(keptAt) })}</p>
      ) : null}
    </>
  );
}

function OwnPoints({ points }: { readonly points: PointSums }): ReactNode {
  const t = useText();
  const format = useFormat();
  const [assistance, promotion] = [format.count(points.assistance), format.count(points.promotion)];
  return (
    <p className={proofStyles.text}>
      <Figure source="ledger">{t('proofs.ownPoints', { assistance, promotion })}</Figure>
    </p>
  );
}
