import { type ReactNode, useState } from 'react';
import styles from './coin-icon.module.css';

interface CoinIconProps {
  readonly coin: string;
  /** Path of the image, from the market list; empty where there is none. */
  readonly path: string;
  readonly size?: number;
}

/**
 * A disc with three bars, drawn from the coin's name: the same on every phone, and two coins rarely alike. A circle of 14 in a box of 28.
 */
function DrawnIcon({ coin, size }: Pick<CoinIconProps, 'coin'> & { readonly size: number }): ReactNode {
  let seed = 7;
  for (const letter of coin) seed = (seed * 31 + letter.charCodeAt(0)) % 65_521;
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden="true">
      <circle cx="14" cy="14" r="14" fill={`hsl(${seed % 360} 55% 40%)`} />
      {[7, 12, 17].map((x, bar) => {
        const height = 5 + ((seed >> (bar * 4)) % 10);
        return <rect key={x} x={x} y={14 - height / 2} width="4" height={height} rx="2" fill="#fff" />;
      })}
    </svg>
  );
}

/** The coin's image; a drawn one where there is none. */
export function CoinIcon({ coin, path, size = 28 }: CoinIconProps): ReactNode {
  const [missing, setMissing] = useState(path === '');
  return (
    <span className={styles.icon} style={{ width: size, height: size }} aria-hidden="true">
      {missing ? (
        <DrawnIcon coin={coin} size={size} />
      ) : (
        <img src={path} alt="" width={size} height={size} decoding="async" onError={() => setMissing(true)} />
      )}
    </span>
  );
}
