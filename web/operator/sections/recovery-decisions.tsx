import type { ReactNode } from 'react';
import type { ListedRecovery } from '#contract/identity-operators.ts';
import { useConsoleText } from '../locale.ts';
import { At } from '../ui/values.tsx';

/** Who decided, when and why. */
export function Decisions({ decisions }: Pick<ListedRecovery, 'decisions'>): ReactNode {
  const t = useConsoleText();
  return decisions.map(({ operator, decision, reason, at }) => (
    <div key={`${operator} ${decision}`}>
      {t(`recoveries.by-${decision}`, { operator })} <At at={at} />: {reason}
    </div>
  ));
}
