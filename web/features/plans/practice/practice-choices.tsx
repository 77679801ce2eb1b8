import type { ReactNode } from 'react';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { PickerField } from '#web/ui/form/picker-field.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import type { PracticeChoice } from './practice-plan.ts';

interface PracticeChoicesProps {
  readonly coin: string;
  readonly levels: readonly LevelOffer[];
  readonly choice: PracticeChoice;
  readonly onChoose: (choice: PracticeChoice) => void;
  /** Opens the list of coins. */
  readonly onOpenCoins: () => void;
}

/** Any coin, level and leverage: what a real plan would have to unlock is open here. */
export function PracticeChoices({ coin, levels, choice, onChoose, onOpenCoins }: PracticeChoicesProps): ReactNode {
  const t = useText();
  const { level, leverage } = choice;
  const chooseLevel = (id: string) => {
    const chosen = levels.find((each) => String(each.id) === id) ?? level;
    onChoose({ level: chosen, leverage: Math.min(leverage, chosen.leverageMax) });
  };
  return (
    <Card title={t('practice.choose')}>
      <div className={common.tight} data-words="">
        <PickerField
          label={t('plans.placedTradingArea')}
          value={t('plans.pair', { coin })}
          placeholder=""
          onOpen={onOpenCoins}
        />
        <span className={common.faint}>{t('plans.chooseLevel')}</span>
        <Segmented
          label={t('plans.chooseLevel')}
          segments={levels.map(({ id }) => ({ value: String(id), label: String(id) }))}
          value={String(level.id)}
          onChange={chooseLevel}
        />
        <span className={common.faint}>{t('plans.leverage')}</span>
        <Segmented
          label={t('plans.leverage')}
          segments={leveragesOf(level).map((each) => ({
            value: String(each),
            label: t('plans.leverageValue', { leverage: each }),
          }))}
          value={String(leverage)}
          onChange={(value) => onChoose({ level, leverage: Number(value) })}
        />
      </div>
    </Card>
  );
}

/** The least, a middle one and the most that the level takes. */
function leveragesOf({ leverageMax }: LevelOffer): readonly number[] {
  return [...new Set([1, Math.ceil(leverageMax / 2), leverageMax])];
}
