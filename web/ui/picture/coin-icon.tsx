import { type ReactNode, useState } from 'react';
import styles from './coin-icon.module.css';

interface CoinIconProps {
  readonly coin: string;
  /** Path of the image, from the market list; empty where there is none. */
  readonly path: string;
  readonly size?: number;
}

/** The coin's image; its first letter where there is none. */
export function CoinIcon({ coin, path, size = 28 }: CoinIconProps): ReactNode {
  const [missing, setMissing] = useState(path === '');
  return (
    <span className={styles.icon} style={{ width: size, height: size }} aria-hidden="true">
      {missing ? (
        coin.charAt(0)
      ) : (
        <img src={path} alt="" width={size} height={size} decoding="async" onError={() => setMissing(true)} />
      )}
    </span>
  );
}
