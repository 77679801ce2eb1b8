import type { CSSProperties, ReactNode } from 'react';
import styles from './burst.module.css';

const turns = Array.from({ length: 10 }, (_, place) => `${place * 36}deg`);

/** Particles that fly once from the middle of a positioned parent; none where reduced motion is set. */
export function Burst(): ReactNode {
  return turns.map((turn) => <i key={turn} className={styles.particle} style={{ '--turn': turn } as CSSProperties} />);
}
