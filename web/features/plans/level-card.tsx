import { type ReactNode, useState } from 'react';
import type { LevelOffer } from '#contract/plan-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { RuleValue } from '#web/ui/rule-value.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import styles from './level-card.module.css';
import { LevelTerms } from './level-terms.tsx';
import { levelTermsWords, shortUsdt } from './words.ts';

interface LevelCardProps {
  readonly levels: readonly LevelOffer[] | undefined;
  readonly level: LevelOffer | null;
  readonly leverage: number;
  readonly onChoose: (level: LevelOffer) => void;
  /** Set where the levels could not be loaded. */
  readonly onRetry?: (() => void) | undefined;
}

/** The chosen level; tapping it opens the picker. */
export function LevelCard({ levels, level, leverage, onChoose, onRetry }: LevelCardProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  if (!levels || !level) {
    if (onRetry) return <ErrorState message={t('plans.levelsFailed')} onRetry={onRetry} />;
    return <Skeleton height={168} radius={14} />;
  }
  return (
    <>
      <button type="button" className={styles.card} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <LevelHead level={level} />
        <LevelTerms level={level} leverage={leverage} />
        <Icon name="forward" size={16} className={styles.chevron} />
      </button>
      <LevelSheet
        open={open}
        levels={levels}
        chosenId={level.id}
        leverage={leverage}
        onClose={() => setOpen(false)}
        onChoose={(chosen) => {
          onChoose(chosen);
          setOpen(false);
        }}
      />
    </>
  );
}

const listHeight = 455;

interface LevelSheetProps {
  readonly open: boolean;
  readonly levels: readonly LevelOffer[];
  readonly chosenId: number;
  readonly leverage: number;
  readonly onClose: () => void;
  readonly onChoose: (level: LevelOffer) => void;
}

function LevelSheet({ open, levels, chosenId, leverage, onClose, onChoose }: LevelSheetProps): ReactNode {
  const t = useText();
  const lockWords = useLockWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('plans.chooseLevel')} height={listHeight}>
      <p className={styles.hint}>{t('plans.levelHint')}</p>
      <ul className={styles.list}>
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

function LevelHead({ level }: { readonly level: LevelOffer }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { weightMin, weightMax } = level;
  const from = format.count(weightMin);
  const weight =
    weightMax === null
      ? t('plans.weightFrom', { from })
      : t('plans.weightRange', { from, to: format.count(weightMax) });
  return (
    <span className={styles.head}>
      <span className={styles.name}>
        <span data-words>{t('plans.level', { level: level.id })}</span>
        {level.lockedBy && <Icon name="lock" size={14} className={styles.lockMark} />}
        <RuleValue rule="weight" className={styles.note}>
          {weight}
        </RuleValue>
      </span>
      <RuleValue rule="level" className={styles.note}>
        {levelTermsWords(t, level)}
      </RuleValue>
    </span>
  );
}

/** Why a level is locked, in the words the server would refuse it with; null where it is open. */
export function useLockWords(): (level: LevelOffer) => string | null {
  const format = useFormat();
  useText();
  return (level) => {
    if (level.lockedBy === null) return null;
    if (level.lockedBy === 'weight') return errorText('levelLockedByWeight', { weight: format.count(level.weightMin) });
    return errorText('levelLockedByBalance', { amount: shortUsdt(format, level.amountMin) });
  };
}
