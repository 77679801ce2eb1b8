import type { ReactNode } from 'react';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { PlanConfirm, type PlanConfirmProps } from '#web/features/plans/plan-confirm.tsx';

type TradingConfirmProps = Omit<PlanConfirmProps, 'warnings'>;

/** The plan's confirmation, with what the member's own limits say to it. */
export function TradingConfirm(props: TradingConfirmProps): ReactNode {
  return <PlanConfirm {...props} warnings={<LimitsReminder worst={props.summary.worst} />} />;
}
