import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { classNames } from '../style/class-names.ts';
import type { FigureSource } from './source.ts';
import styles from './source-mark.module.css';

/** The mark of a source, distinct in shape and in colour. */
export function SourceMark({ source }: { readonly source: FigureSource }): ReactNode {
  const t = useText();
  if (source === 'sample') return <span className={styles.sample}>{t('figures.sampleTag')}</span>;
  return (
    <span className={classNames(styles.mark, styles[source])} role="img" aria-label={t(`figures.${source}Name`)} />
  );
}
