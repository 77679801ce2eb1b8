import type { ReactNode } from 'react';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import styles from './level-card.module.css';
import { LevelHead } from './level-head.tsx';
import { LevelTerms } from './level-terms.tsx';
import { useLockWords } from './lock-words.ts';

const listHeight = 455;

export interface LevelSheetProps {
  readonly open: boolean;
  readonly levels: readonly LevelOffer[];
  readonly chosenId: number;
  readonly leverage: number;
  readonly onClose: () => void;
  readonly onChoose: (level: LevelOffer) => void;
  /** What is decided of the levels for later. */
  readonly coming: ReactNode;
}

/** All levels; locked ones show the reason. */
export function LevelSheet({
  open,
  levels,
  chosenId,
  leverage,
  onClose,
  onChoose,
  coming,
}: LevelSheetProps): ReactNode {
  const t = useText();
  const lockWords = useLockWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('plans.chooseLevel')} height={listHeight}>
      <p className={styles.hint}>{t('plans.levelHint')}</p>
      <div className={styles.coming}>{coming}</div>
      <LosingPairs levels={levels} />
      <ul className={common.stack}>
        {levels.map((level) => {
          const lock = lockWords(level);
          return (
            <li key={level.id}>
              <button
                type="button"
                className={classNames(styles.choice, level.id === chosenId && styles.chosen)}
                aria-pressed={level.id === chosenId}
                onClick={() => (lock ? showToast(lock, 'failure') : onChoose(level))}
              >
                <LevelHead level={level} />
                {lock && (
                  <span className={styles.lock}>
                    <Icon name="lock" size={14} />
                    <RuleValue rule="level">{lock}</RuleValue>
                  </span>
                )}
                <LevelTerms level={level} leverage={leverage} />
              </button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

/** How many pairs of level and leverage lost on average; nothing until all levels are measured. */
function LosingPairs({ levels }: { readonly levels: readonly LevelOffer[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (levels.some(({ pairs }) => pairs === null)) return null;
  const sumOf = (field: 'pairs' | 'pairsLosing' | 'pairsLosingWithoutFees') =>
    format.count(levels.reduce((total, level) => total + (level[field] ?? 0), 0));
  const values = {
    ...{ pairs: sumOf('pairs'), losing: sumOf('pairsLosing') },
    withoutFees: sumOf('pairsLosingWithoutFees'),
  };
  return (
    <p className={styles.hint}>
      <Figure source="market">{t('plans.allPairs', values)}</Figure>
    </p>
  );
}
