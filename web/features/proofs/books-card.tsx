import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { shortHash } from './balance-check.ts';
import styles from './books-card.module.css';
import { Differences, FeedLine } from './check-result.tsx';
import { type OwnCheck, useGetBalanceProof } from './queries.ts';

/** Verifies on this phone that the member's balance is part of the published root, and that it is what the member's records say. */
export function BooksCard({ username }: { readonly username: string }): ReactNode {
  const t = useText();
  const query = useGetBalanceProof(username);
  const { data } = query;
  const problem = queryProblem(query);
  return (
    <Card title={t(data?.matches === false ? 'proofs.mismatchTitle' : 'proofs.cardTitle')}>
      {data ? <Checked check={data} /> : <p className={styles.text}>{problem ?? t('proofs.checking')}</p>}
      <div className={styles.action}>
        <Button kind="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
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
  const { proof, feed, matches, differences } = check;
  return (
    <>
      {proof ? (
        <>
          <p className={styles.text}>
            <code>
              {t('proofs.rootLine', {
                root: shortHash(proof.published.root),
                time: format.dayTime(proof.published.at),
              })}
            </code>
          </p>
          <p className={styles.text}>
            <Figure source="ledger" mark="group">
              {t('proofs.ownBalance', { balance: format.usdt(proof.balance, 6) })}
            </Figure>
          </p>
        </>
      ) : null}
      {matches && !proof ? <p className={styles.text}>{errorText('balanceNotInTree')}</p> : null}
      {matches && proof ? (
        <p className={styles.same} role="status">
          <Icon name="check" size={18} />
          {t('proofs.included')}
        </p>
      ) : null}
      {matches ? <FeedLine feed={feed} /> : <Differences differences={differences} />}
    </>
  );
}
