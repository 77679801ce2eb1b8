import type { ReactNode } from 'react';
import { outcomeCount, winningOutcomes } from '#core/rounds/categories.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { ValueLine, ValueLines } from '#web/ui/layout/value-lines.tsx';
import type { BetForm, BetOutlook } from './bet-form.ts';
import { isFollow } from './bet-form.ts';

interface BetOutlookProps {
  readonly form: BetForm;
  readonly outlook: BetOutlook;
}

/** What a bet costs, and what becomes of it. */
export function BetOutlookLines({ form, outlook }: BetOutlookProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const share = (outcomeCount - winningOutcomes[form.category]) / outcomeCount;
  const { stake, paid, charity, expected, reserved } = outlook;
  return (
    <ValueLines>
      <ValueLine label={t('rounds.ifWon')}>
        <Money source="ledger" value={paid} decimals={6} /> USDT
      </ValueLine>
      <ValueLine label={t('rounds.toCharity')}>
        <Money source="ledger" value={charity} decimals={6} /> USDT
      </ValueLine>
      <ValueLine label={t('rounds.ifLost')}>
        <Money source="ledger" value={stake} decimals={6} /> USDT
      </ValueLine>
      <ValueLine label={t('rounds.chanceLost')}>
        <RuleValue rule="round">{format.percent(share, 1, 'negative')}</RuleValue>
      </ValueLine>
      <ValueLine label={t('rounds.expected')}>
        <Money source="ledger" value={expected} decimals={6} /> USDT
      </ValueLine>
      {isFollow(form) && (
        <ValueLine label={t('rounds.reserved')}>
          <Money source="ledger" value={reserved} decimals={6} /> USDT
        </ValueLine>
      )}
    </ValueLines>
  );
}
