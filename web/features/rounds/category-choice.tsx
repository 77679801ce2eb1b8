import type { ReactNode } from 'react';
import type { CategoryOffer } from '#contract/round-records.ts';
import { usdt } from '#core/money/amount.ts';
import type { Category } from '#core/rounds/categories.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import styles from './bet-slip.module.css';
import { oddsText, ruleKey } from './words.ts';

interface CategoryChoiceProps {
  readonly offers: readonly CategoryOffer[];
  readonly chosen: Category;
  readonly onChoose: (category: Category) => void;
}

const oneUsdt = usdt(1_000_000n);

/** What can be bet on, each with its exact odds, what wins, what a won USDT pays and the share of the outcomes that loses. */
export function CategoryChoice({ offers, chosen, onChoose }: CategoryChoiceProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <fieldset className={styles.choices} aria-label={t('rounds.betOn')}>
      {offers.map(({ id, wins, lost }) => (
        <button
          key={id}
          type="button"
          className={classNames(styles.choice, id === chosen && styles.chosen)}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <RuleValue rule="round" className={styles.top}>
            <span>{t(`rounds.${id}`)}</span>
            <span>{oddsText(wins)}</span>
          </RuleValue>
          <RuleValue rule="round" className={common.faint}>
            {t(ruleKey(id))}
          </RuleValue>
          <RuleValue rule="round" className={common.faint}>
            {t('rounds.paysPerUnit', { amount: format.exactUsdt(payoutOf(id, oneUsdt).paid) })}
          </RuleValue>
          <RuleValue rule="round" className={common.faint}>
            {t('rounds.lose', { share: format.percent(lost, 1, 'negative') })}
          </RuleValue>
        </button>
      ))}
    </fieldset>
  );
}
