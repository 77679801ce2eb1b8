import { type ReactNode, useState } from 'react';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { type LazyComponent, LazySheet } from '#web/ui/loading/lazy-component.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './level-card.module.css';
import { LevelHead } from './level-head.tsx';
import type { LevelSheetProps } from './level-sheet.tsx';
import { LevelTerms } from './level-terms.tsx';

interface LevelCardProps {
  /** The picker. */
  readonly sheet: LazyComponent<Omit<LevelSheetProps, 'coming'>>;
  readonly levels: readonly LevelOffer[] | undefined;
  readonly level: LevelOffer | null;
  readonly leverage: number;
  readonly onChoose: (level: LevelOffer) => void;
  /** Set when the levels could not be loaded. */
  readonly onRetry?: (() => void) | undefined;
}

/** The chosen level; opens the picker. */
export function LevelCard({ sheet, levels, level, leverage, onChoose, onRetry }: LevelCardProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  if (!levels || !level) {
    if (onRetry) return <ErrorState message={t('plans.levelsFailed')} onRetry={onRetry} />;
    return <Skeleton height={184} radius={14} />;
  }
  return (
    <>
      <button type="button" className={styles.card} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <LevelHead level={level} />
        <LevelTerms level={level} leverage={leverage} />
        <Icon name="forward" size={16} className={styles.chevron} />
      </button>
      <LazySheet
        code={sheet}
        props={{
          open,
          levels,
          chosenId: level.id,
          leverage,
          onClose: () => setOpen(false),
          onChoose(chosen) {
            onChoose(chosen);
            setOpen(false);
          },
        }}
      />
    </>
  );
}
