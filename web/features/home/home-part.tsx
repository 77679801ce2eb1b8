import type { ReactNode } from 'react';
import type { Home } from '#contract/home.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import styles from './home-part.module.css';
import type { HomeQuery } from './queries.ts';

interface HomePartProps {
  readonly home: HomeQuery;
  /** Height of the placeholder. */
  readonly height: number;
  readonly children: (home: Home) => ReactNode;
}

/** The measured half of a card: its figures, a placeholder, or the error. */
export function HomePart({ home, height, children }: HomePartProps): ReactNode {
  const t = useText();
  const problem = queryProblem(home);
  if (problem !== null) {
    return (
      <div className={styles.problem} role="alert">
        <p>{problem}</p>
        <Button inline kind="quiet" onClick={() => void home.refetch()}>
          {t('shell.tryAgain')}
        </Button>
      </div>
    );
  }
  if (home.data === undefined) return <Skeleton height={height} />;
  return children(home.data);
}
