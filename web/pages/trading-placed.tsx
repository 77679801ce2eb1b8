import type { ReactNode } from 'react';
import { PlanPlaced, type PlanPlacedProps } from '#web/features/plans/plan-placed.tsx';
import { useGetMinutes } from '#web/features/proofs/queries/minutes.ts';
import { useGetReplayDay } from '#web/features/proofs/queries/replay.ts';

export function TradingPlaced(props: Omit<PlanPlacedProps, 'published'>): ReactNode {
  const published = { getMinutes: useGetMinutes(), getReplayDay: useGetReplayDay() };
  return <PlanPlaced {...props} published={published} />;
}
