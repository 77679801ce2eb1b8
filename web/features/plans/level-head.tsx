import type { ReactNode } from 'react';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './level-card.module.css';
import { levelTermsWords } from './words.ts';

/** A level's number, its range of weight scores, and its strategy. */
export function LevelHead({ level }: { readonly level: LevelOffer }): ReactNode {
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
        {level.lockedBy && <Icon name="lock" size={14} className={common.secondary} />}
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
