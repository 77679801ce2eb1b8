import type { ReactNode } from 'react';
import type { FieldDifference } from '#core/fairness/transcript.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ComparedValues } from '#web/ui/proof/compared-values.tsx';

/** A field of a round that the phone computes otherwise than it is published. */
export function RoundDifference({ field, claimed, computed }: FieldDifference): ReactNode {
  const t = useText();
  return (
    <div>
      <code>{field}</code>
      <ComparedValues claimed={[t('rounds.claimed'), claimed]} computed={[t('rounds.computed'), computed]} />
    </div>
  );
}
