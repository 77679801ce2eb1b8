import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { ComparedValues } from '#web/ui/proof/compared-values.tsx';

interface RoundDifferenceProps {
  readonly field: string;
  readonly claimed: string;
  readonly computed: string;
}

/** A field of a round that the phone computes otherwise than it is published. */
export function RoundDifference({ field, claimed, computed }: RoundDifferenceProps): ReactNode {
  const t = useText();
  return (
    <div>
      <code>{field}</code>
      <ComparedValues claimed={[t('rounds.claimed'), claimed]} computed={[t('rounds.computed'), computed]} />
    </div>
  );
}
