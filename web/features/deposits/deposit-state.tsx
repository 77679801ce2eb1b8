import type { ReactNode } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Chip } from '#web/ui/layout/chip.tsx';

const tones = { requested: 'plain', seen: 'plain', confirmed: 'accent', rejected: 'danger' } as const;

export function DepositState({ state }: Pick<Deposit, 'state'>): ReactNode {
  const t = useText();
  return <Chip tone={tones[state]}>{t(`deposits.${state}`)}</Chip>;
}
