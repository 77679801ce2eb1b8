import { type ReactNode, useState } from 'react';
import styles from './changing-number.module.css';

/** A number in its place: when it changes, the new one fades in over the old one. */
export function ChangingNumber({ text }: { readonly text: string }): ReactNode {
  const [shown, setShown] = useState({ text, before: '', turn: 0 });
  if (shown.text !== text) setShown({ text, before: shown.text, turn: shown.turn + 1 });
  if (shown.turn === 0) return text;
  return (
    <span key={shown.turn} className={styles.place} data-before={shown.before}>
      <span className={styles.fresh}>{text}</span>
    </span>
  );
}
