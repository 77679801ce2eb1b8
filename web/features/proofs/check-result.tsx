import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EndlessRoots } from '#core/proofs/root-pages.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ComparedValues } from '#web/ui/proof/compared-values.tsx';
import proofStyles from '#web/ui/proof/proof.module.css';
import common from '#web/ui/style/common.module.css';
import type { BalanceProofDifference } from './balance-check.ts';
import styles from './books-card.module.css';
import type { RootFeed } from './root-feed.ts';

const fieldNames = {
  root: 'proofs.differsRoot',
  total: 'proofs.differsTotal',
  path: 'proofs.differsPath',
  parts: 'proofs.differsParts',
  published: 'proofs.differsPublished',
  books: 'proofs.differsBooks',
  records: 'proofs.differsRecords',
  leftOut: 'proofs.differsLeftOut',
  kept: 'proofs.differsKept',
  digest: 'proofs.differsDigest',
  signature: 'proofs.differsSignature',
  chain: 'proofs.differsChain',
  log: 'proofs.differsLog',
  key: 'proofs.differsKey',
  fork: 'proofs.differsFork',
  withdrawn: 'proofs.differsWithdrawn',
} as const satisfies Record<BalanceProofDifference['field'], string>;

/** Why there is nothing to show; null where there is, or it is loading. */
export function useProofProblem(query: Pick<UseQueryResult, 'data' | 'error'>): string | null {
  const t = useText();
  const { data, error } = query;
  const isRefused = error instanceof AnswerRefused || error instanceof EndlessRoots;
  return isRefused && data === undefined ? t('proofs.answerRefused', { reason: error.message }) : queryProblem(query);
}

/** A feed that is wrong from its start on has more differences than anybody reads. */
const shownMax = 6;

/** What does not match, each with the published value and this phone's. */
export function Differences({ differences }: { readonly differences: readonly BalanceProofDifference[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  const more = differences.length - shownMax;
  return (
    <div role="alert">
      <p className={proofStyles.text}>{t('proofs.mismatchLine')}</p>
      <ul className={styles.differences}>
        {differences.slice(0, shownMax).map(({ field, claimed, computed }) => (
          <li key={`${field} ${claimed} ${computed}`}>
            <span className={common.name}>{t(fieldNames[field])}</span>
            <ComparedValues claimed={[t('proofs.claimed'), claimed]} computed={[t('proofs.computed'), computed]} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={proofStyles.text}>{t('proofs.moreDifferences', { count: format.count(more) })}</p>
      ) : null}
    </div>
  );
}

/** What the published roots were compared with. */
export function FeedLine({ feed }: { readonly feed: RootFeed }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { keptSince, isKept } = feed;
  const line = () => {
    if (!isKept) return t('proofs.notKept');
    return keptSince === null ? t('proofs.firstKept') : t('proofs.followsKept', { time: format.fullTime(keptSince) });
  };
  return <p className={proofStyles.text}>{line()}</p>;
}
