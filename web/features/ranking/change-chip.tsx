import type { ReactNode } from 'react';
import { toneOf } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Figure } from '#web/ui/figure.tsx';

/** Change over 24 hours; the market list counts zero as not positive, so it is drawn without colour. */
export function ChangeChip({ percent }: { readonly percent: number }): ReactNode {
  const text = useFormat().percent(percent / 100);
  const tone = toneOf(text);
  return (
    <Chip tone={tone === 'none' ? 'plain' : tone}>
      <Figure source="market" mark="group">
        {text}
      </Figure>
    </Chip>
  );
}
