import type { ReactNode } from 'react';
import { LevelSheet, type LevelSheetProps } from '#web/features/plans/level-sheet.tsx';
import { ComingLevels } from '#web/features/weight/coming-levels.tsx';

/** All levels, with what is decided of them for later. */
export function TradingLevels(props: Omit<LevelSheetProps, 'coming'>): ReactNode {
  return <LevelSheet {...props} coming={<ComingLevels />} />;
}
