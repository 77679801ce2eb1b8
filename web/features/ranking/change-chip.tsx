import type { ReactNode } from 'react';
import { changeTone } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { PriceChange } from '#web/ui/figure/amounts.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './change-chip.module.css';

/** 24-hour change on its colour. */
export function ChangeChip({ percent }: { readonly percent: number }): ReactNode {
  const ratio = percent / 100;
  return (
    <span className={classNames(styles.change, styles[changeTone(useFormat().percent(ratio))])}>
      <PriceChange source="market" ratio={ratio} />
    </span>
  );
}
