import { type ReactNode, useMemo } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { type BalanceCheck, type BalanceProofDifference, checkBalance, shortHash } from './balance-check.ts';
import styles from './books-card.module.css';
import { useGetBalanceProof } from './queries.ts';

/** Verifies on this phone that the member's balance is part of the published root. */
export function BooksCard({ username }: { readonly username: string }): ReactNode {
  const t = useText();
  const format = useFormat();
  const query = useGetBalanceProof();
  const { data } = query;
  const check = useMemo(() => (data ? checkBalance(data.proof, username, data.roots) : null), [data, username]);
  const problem = queryProblem(query);
  return (
    <Card title={t(check?.matches === false ? 'proofs.mismatchTitle' : 'proofs.cardTitle')}>
      {data && check ? (
        <>
          <p className={styles.text}>
            <code>
              {t('proofs.rootLine', {
                root: shortHash(data.proof.published.root),
                time: format.dayTime(data.proof.published.at),
              })}
            </code>
          </p>
          <p className={styles.text}>
            <Figure source="ledger" mark="group">
              {t('proofs.ownBalance', { balance: format.usdt(data.proof.balance, 6) })}
            </Figure>
          </p>
          <CheckResult check={check} />
        </>
      ) : (
        <p className={styles.text}>{problem ?? t('proofs.checking')}</p>
      )}
      <Go to="/proofs" className={styles.link}>
        {t('proofs.allRoots')}
      </Go>
    </Card>
  );
}

const fieldNames = {
  root: 'proofs.differsRoot',
  total: 'proofs.differsTotal',
  path: 'proofs.differsPath',
  published: 'proofs.differsPublished',
  books: 'proofs.differsBooks',
} as const satisfies Record<BalanceProofDifference['field'], string>;

function CheckResult({ check }: { readonly check: BalanceCheck }): ReactNode {
  const t = useText();
  if (check.matches) {
    return (
      <p className={styles.same} role="status">
        <Icon name="check" size={18} />
        {t('proofs.included')}
      </p>
    );
  }
  return (
    <div role="alert">
      <p className={styles.text}>{t('proofs.mismatchLine')}</p>
      <ul className={styles.differences}>
        {check.differences.map(({ field, claimed, computed }) => (
          <li key={field}>
            <span className={styles.field}>{t(fieldNames[field])}</span>
            <dl className={styles.values}>
              <dt>{t('proofs.claimed')}</dt>
              <dd>
                <Figure source="ledger" mark="group">
                  {claimed}
                </Figure>
              </dd>
              <dt>{t('proofs.computed')}</dt>
              <dd>
                <Figure source="probe" mark="group">
                  {computed}
                </Figure>
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}
