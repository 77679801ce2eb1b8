import type { ReactNode } from 'react';
import { type ComponentState, componentStates } from '#contract/home.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './uptime-cells.module.css';

interface UptimeCellsProps {
  /** Oldest first. */
  readonly cells: readonly ComponentState[];
  readonly sample?: boolean;
}

/** A row of cells, a shape per state; screen readers get the counts. */
export function UptimeCells({ cells, sample = false }: UptimeCellsProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const count = (state: ComponentState) => format.count(cells.filter((cell) => cell === state).length);
  const words = t('homeMore.uptimeCells', {
    up: count('up'),
    degraded: count('degraded'),
    down: count('down'),
    unmeasured: count('unmeasured'),
  });
  return (
    <div className={classNames(styles.cells, sample && styles.sample)} role="img" aria-label={words}>
      {cells.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position.
        <span key={index} className={classNames(styles.cell, styles[state])} />
      ))}
    </div>
  );
}

/** Legend of the shapes. */
export function UptimeLegend(): ReactNode {
  const t = useText();
  const words = {
    up: t('homeMore.stateUp'),
    degraded: t('homeMore.stateDegraded'),
    down: t('homeMore.stateDown'),
    unmeasured: t('homeMore.stateUnmeasured'),
  };
  return (
    <ul className={styles.legend}>
      {componentStates.map((state) => (
        <li key={state} className={styles.entry}>
          <span className={styles.example} aria-hidden="true">
            <span className={classNames(styles.cell, styles[state])} />
          </span>
          {words[state]}
        </li>
      ))}
    </ul>
  );
}
