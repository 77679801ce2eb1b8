import type { ReactNode } from 'react';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { useConsoleText } from '../locale.ts';
import { useOpenPinnedObject } from '../queries/support.ts';
import { Facts } from '../ui/facts.tsx';
import { At, UsdtAmount } from '../ui/values.tsx';

/** What the member pinned to a message, as it stands now. */
export function PinnedObject({ member, position }: { readonly member: string; readonly position: number }): ReactNode {
  const t = useConsoleText();
  return (
    <Loaded query={useOpenPinnedObject({ member, position })} height={120}>
      {({ kind, id, amount, state, income, detail, at }) => (
        <Facts
          facts={[
            [t(`inbox.pin-${kind}`), id],
            [t('money.amount'), amount === null ? t('shell.notMeasured') : <UsdtAmount key="amount" value={amount} />],
            [t('money.state'), t(`inbox.state-${state}`)],
            ...(income === null ? [] : [[t('inbox.income'), <UsdtAmount key="income" value={income} />] as const]),
            [t('log.detail'), detail],
            [t('shell.at'), <At key="at" at={at} />],
          ]}
        />
      )}
    </Loaded>
  );
}
