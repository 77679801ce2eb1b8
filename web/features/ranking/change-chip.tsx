import type { ReactNode } from 'react';
import { toneOf } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './change-chip.module.css';

/** 24-hour change on its result colour; without colour where it rounds to zero. */
export function ChangeChip({ percent }: { readonly percent: number }): ReactNode {
  const text = useFormat().percent(percent / 100);
  const tone = toneOf(text);
  return (
    <span className={classNames(styles.change, styles[tone])}>
      <Figure source="market" mark="group" tone={tone}>
        {text}
      </Figure>
    </span>
  );
}
