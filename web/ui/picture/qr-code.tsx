import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

interface QrCodeProps {
  readonly text: string;
  /** Text alternative. */
  readonly label: string;
}

/** Quiet zone, in modules: the standard asks for four. */
const margin = 4;

/** Dark on white in every theme: many scanners cannot read inverted codes. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { side, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg className={styles.code} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function drawn(text: string): { readonly side: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: margin });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { side: size, path: path.join('') };
}
