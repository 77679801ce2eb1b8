import type { ReactNode } from 'react';
import styles from './training-picture.module.css';

export const trainingSteps = ['recording', 'candles', 'look', 'direction', 'result', 'bounds', 'settle'] as const;

export type TrainingStep = (typeof trainingSteps)[number];

/** An illustration of one step; decorative, its text says the same. */
export function TrainingPicture({ step }: { readonly step: TrainingStep }): ReactNode {
  return (
    <svg className={styles.picture} viewBox="0 0 240 110" aria-hidden="true" focusable="false">
      {pictures[step]}
    </svg>
  );
}

/** Candle: left edge, high, body top, body bottom, low. */
type Drawn = readonly [x: number, high: number, top: number, bottom: number, low: number];

const past: readonly Drawn[] = [
  [30, 62, 68, 86, 92],
  [54, 54, 60, 76, 84],
  [78, 58, 62, 80, 86],
  [102, 40, 46, 66, 74],
  [126, 34, 40, 54, 60],
];

function Candle({ at: [x, high, top, bottom, low], hollow = false }: { at: Drawn; hollow?: boolean }): ReactNode {
  return (
    <g className={hollow ? styles.hollow : styles.candle}>
      <path d={`M${x + 7} ${high}V${low}`} />
      <rect x={x} y={top} width={14} height={bottom - top} rx={2} />
    </g>
  );
}

const candles = past.map((at) => <Candle key={at[0]} at={at} />);
const open: Drawn = [158, 24, 30, 50, 58];

const pictures: Readonly<Record<TrainingStep, ReactNode>> = {
  recording: (
    <>
      <path
        className={styles.market}
        d="M20 78 34 70 46 76 60 58 74 64 88 48 102 56 116 40 130 48 146 34 160 42 176 28 190 36"
      />
      <path className={styles.frame} d="M20 92H220" />
      <circle className={styles.dot} cx={206} cy={30} r={7} />
    </>
  ),
  candles: (
    <>
      <path className={styles.market} d="M18 74 30 58 42 66 54 46 66 54" />
      <path className={styles.accent} d="M92 56H132M122 46l10 10-10 10" />
      <Candle at={[164, 30, 42, 72, 84]} />
      <path className={styles.frame} d="M150 30H162M150 42H162M150 72H162M150 84H162" />
    </>
  ),
  look: (
    <>
      {candles}
      <path className={styles.accent} d="M26 84 61 74 85 76 109 58 140 46" />
      <path className={styles.wall} d="M150 16V100" />
      <Candle at={open} hollow />
      <Candle at={[184, 30, 38, 56, 62]} hollow />
    </>
  ),
  direction: (
    <>
      <path className={styles.accent} d="M60 82V34M44 50 60 32 76 50" />
      <path className={styles.accent} d="M120 28V76M104 60 120 78 136 60" />
      <path className={styles.accent} d="M162 56H202" />
    </>
  ),
  result: (
    <>
      <Candle at={[60, 22, 34, 82, 92]} />
      <path className={styles.frame} d="M84 82H150M84 34H150" />
      <path className={styles.accent} d="M166 82V36M156 46 166 34 176 46" />
    </>
  ),
  bounds: (
    <>
      <path className={styles.wall} d="M20 24H220M20 92H220" />
      <path className={styles.market} d="M24 60 48 50 66 64 88 44 106 56 128 38 146 48 168 24" />
      <circle className={styles.dot} cx={168} cy={24} r={6} />
    </>
  ),
  settle: (
    <>
      <rect className={styles.sheet} x={48} y={18} width={64} height={76} rx={8} />
      <path className={styles.frame} d="M60 38H100M60 52H100M60 66H86" />
      <rect className={styles.sheet} x={146} y={14} width={46} height={84} rx={10} />
      <path className={styles.accent} d="M156 56l9 9 17-20M118 56H138" />
    </>
  ),
};
