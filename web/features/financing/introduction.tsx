import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';

const parts = ['Accrual', 'Early', 'Rounding', 'Funds', 'Maturity', 'Paper'] as const;

/** Explains financing from its rules. */
export function Introduction(): ReactNode {
  const t = useText();
  return (
    <>
      {parts.map((part) => (
        <Card key={part} title={t(`financing.intro${part}`)}>
          <p className={common.secondary}>{t(`financing.intro${part}Text`)}</p>
        </Card>
      ))}
    </>
  );
}
