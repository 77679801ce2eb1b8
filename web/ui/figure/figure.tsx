import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { classNames } from '../style/class-names.ts';
import { ChangingNumber } from './changing-number.tsx';
import styles from './figure.module.css';
import { type FigureSource, showSource } from './source.ts';
import { SourceMark } from './source-mark.tsx';

export type { FigureSource } from './source.ts';

export interface FigureProps {
  /** Where the number comes from. Required: a number without a source does not compile. */
  readonly source: FigureSource;
  /**
   * `group`: one `SourceLine` nearby marks several numbers. `own`: the mark is before the number, and a tap opens 'Where this comes from'.
   */
  readonly mark?: 'own' | 'group';
  /** Added to the general explanation, such as the recording's name. */
  readonly note?: string | undefined;
  readonly tone?: 'up' | 'down' | 'none';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A number on a screen: tabular digits, result colour and source. */
export function Figure({ source, mark = 'group', note, tone = 'none', className, children }: FigureProps): ReactNode {
  const t = useText();
  const names = classNames(styles.figure, tone !== 'none' && styles[tone], className);
  // Prices in lists change with the row's flash instead.
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

/** The source of a group of numbers. */
export function SourceLine({ source, note, children }: Pick<FigureProps, 'source' | 'note' | 'children'>): ReactNode {
  return (
    <button type="button" className={styles.line} data-source={source} onClick={() => showSource(source, note)}>
      <SourceMark source={source} />
      <span>{children}</span>
    </button>
  );
}
