import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { classNames } from '../style/class-names.ts';
import { ChangingNumber } from './changing-number.tsx';
import styles from './figure.module.css';
import { type FigureSource, showSource } from './source.ts';
import { SourceMark } from './source-mark.tsx';

export type { FigureSource } from './source.ts';

export interface FigureProps {
  /** Where the number comes from. There is no default: a number without a source does not compile. */
  readonly source: FigureSource;
  /**
   * `own`: the mark stands before the number, and tapping opens 'Where this comes from'. `group`: one mark, drawn by
   * `SourceLine`, speaks for several numbers in sight of it.
   */
  readonly mark?: 'own' | 'group';
  /** What stands beside the general explanation, such as the recording's name. */
  readonly note?: string | undefined;
  readonly tone?: 'up' | 'down' | 'none';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Every number on a screen: tabular digits, its result colour, and its source. */
export function Figure({ source, mark = 'own', note, tone = 'none', className, children }: FigureProps): ReactNode {
  const t = useText();
  const names = classNames(styles.figure, tone !== 'none' && styles[tone], className);
  // A price that ticks in a list has its row's flash.
  const isTicking = source === 'market' && mark === 'group';
  const number = typeof children === 'string' && !isTicking ? <ChangingNumber text={children} /> : children;
  if (mark === 'group') {
    return (
      <span className={names} data-source={source}>
        {number}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classNames(names, styles.own)}
      data-source={source}
      title={t('figures.title')}
      onClick={() => showSource(source, note)}
    >
      <SourceMark source={source} />
      {number}
    </button>
  );
}

interface SourceLineProps {
  readonly source: FigureSource;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** The line that says for a group of numbers where they come from. */
export function SourceLine({ source, note, children }: SourceLineProps): ReactNode {
  return (
    <button type="button" className={styles.line} data-source={source} onClick={() => showSource(source, note)}>
      <SourceMark source={source} />
      <span>{children}</span>
    </button>
  );
}
