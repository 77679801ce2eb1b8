import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useStore } from '#web/platform/use-store.ts';
import { Sheet } from '../overlay/sheet.tsx';
import { type FigureSource, sourceStore } from './source.ts';
import { SourceMark } from './source-mark.tsx';
import styles from './source-sheet.module.css';

const sources: readonly FigureSource[] = ['ledger', 'market', 'probe', 'sample'];

export interface SourceSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The sheet 'Where this comes from', rendered once. */
export function SourceSheet({ open, onClose }: SourceSheetProps): ReactNode {
  const t = useText();
  const go = useGo();
  const shown = useStore(sourceStore.subscribe, sourceStore.snapshot);
  return (
    <Sheet open={open} onClose={onClose} title={t('figures.title')}>
      {shown === null ? null : (
        <>
          <p className={styles.lead}>{t(`figures.${shown.source}Text`)}</p>
          {shown.note === undefined ? null : <p className={styles.note}>{shown.note}</p>}
          <h3 className={styles.legendTitle}>{t('figures.legend')}</h3>
          <ul className={styles.legend}>
            {sources.map((source) => (
              <li key={source} className={styles.entry}>
                <span className={styles.sign}>
                  <SourceMark source={source} />
                </span>
                <span>{t(`figures.${source}Short`)}</span>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className={styles.rules}
            onClick={() => {
              onClose();
              go('/rule');
            }}
          >
            {t('figures.rules')}
          </button>
        </>
      )}
    </Sheet>
  );
}
