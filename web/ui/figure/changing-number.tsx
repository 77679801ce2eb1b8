import { type ReactNode, useState } from 'react';
import styles from './changing-number.module.css';

/** A number that cross-fades when it changes. */
export function ChangingNumber({ text }: { readonly text: string }): ReactNode {
  const [[shown, before], change] = useState<readonly [shown: string, before?: string]>([text]);
  if (shown !== text) change([text, shown]);
  return before === undefined ? (
    text
  ) : (
    <span key={text} className={styles.place} data-before={before}>
      <span>{text}</span>
    </span>
  );
}
