import type { ReactNode } from 'react';
import type { Plan } from '#contract/plan-record.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Chip } from '#web/ui/layout/chip.tsx';
import { statusTone, statusWords } from './words.ts';

/** The specification's status, and beside it that a plan which it calls a failure lost nothing, or is void. */
export function StatusChips({
  plan: { status, income, isVoid },
}: {
  readonly plan: Pick<Plan, 'status' | 'income' | 'isVoid'>;
}): ReactNode {
  const t = useText();
  return (
    <>
      {status === 'failure' && income === 0n && (
        <>
          <Chip tone="plain">{t(isVoid ? 'plans.void' : 'plans.even')}</Chip>{' '}
        </>
      )}
      <Chip tone={statusTone[status]}>{statusWords(t, status)}</Chip>
    </>
  );
}
