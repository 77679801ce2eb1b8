import type { ReactNode } from 'react';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './leverage-sheet.module.css';

export interface LeverageSheetProps {
  readonly open: boolean;
  /** The highest option. */
  readonly maximum: number;
  readonly unlocked: number;
  readonly chosen: number | null;
  readonly onChoose: (leverage: number) => void;
  readonly onClose: () => void;
}

/** All leverage options; locked ones are refused with the reason. */
export function LeverageSheet({ open, maximum, unlocked, chosen, onChoose, onClose }: LeverageSheetProps): ReactNode {
  const t = useText();
  const options = Array.from({ length: maximum }, (_, index) => index + 1);
  const choose = (leverage: number) => {
    if (leverage > unlocked) {
      showToast(errorText('leverageLocked'), 'failure');
      return;
    }
    onChoose(leverage);
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('plans.leverage')}>
      <p className={styles.hint}>
        <RuleValue rule="leverage">{t('plans.leverageHint', { unlocked })}</RuleValue>
      </p>
      <ul className={styles.grid}>
        {options.map((leverage) => (
          <li key={leverage}>
            <button
              type="button"
              className={classNames(
                styles.option,
                leverage === chosen && styles.chosen,
                leverage > unlocked && styles.locked,
              )}
              aria-pressed={leverage === chosen}
              aria-label={leverage > unlocked ? t('plans.leverageLocked', { leverage }) : undefined}
              onClick={() => choose(leverage)}
            >
              <RuleValue rule="leverage">{t('plans.leverageValue', { leverage })}</RuleValue>
              {leverage > unlocked && <Icon name="lock" size={12} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
