import type { ReactNode } from 'react';
import { Icon } from '../picture/icon.tsx';
import common from '../style/common.module.css';
import styles from './proof.module.css';
import { Verdict } from './verdict.tsx';

interface CheckStepsProps<Step extends string> {
  readonly steps: readonly Step[];
  readonly nameOf: (step: Step) => string;
  /** What does not match in a step; none where it holds. */
  readonly differencesOf: (step: Step) => readonly ReactNode[];
  /** Drawn below a step in any case. */
  readonly detailOf?: (step: Step) => ReactNode;
  /** What the check could not be held against. */
  readonly note: ReactNode;
  readonly isSame: boolean;
  readonly verdict: ReactNode;
}

/** A check on this phone, step by step, and what came of it. */
export function CheckSteps<Step extends string>({
  steps,
  nameOf,
  differencesOf,
  detailOf,
  note,
  isSame,
  verdict,
}: CheckStepsProps<Step>): ReactNode {
  return (
    <div role={isSame ? 'status' : 'alert'} className={common.stack}>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const differences = differencesOf(step);
          const holds = differences.length === 0;
          return (
            <li key={step} data-step={step} data-holds={holds}>
              <Icon name={holds ? 'check' : 'warning'} size={16} />
              <span>{nameOf(step)}</span>
              {differences}
              {detailOf?.(step)}
            </li>
          );
        })}
      </ol>
      {note}
      <Verdict isSame={isSame}>{verdict}</Verdict>
    </div>
  );
}
