import type { StreamEvent } from '#contract/events.ts';
import type { Plan } from '#contract/plan-record.ts';

/** The order record after a plan event. Other rows keep their identity, so they are not re-rendered. */
export function withProgress(pages: readonly Plan[][], event: StreamEvent<'plan'>['value']): Plan[][] {
  return pages.map((page) =>
    page.some((plan) => plan.id === event.id)
      ? page.map((plan) => (plan.id === event.id ? withEvent(plan, event) : plan))
      : page,
  );
}

/** Events out of order never move a plan back: neither to fewer rounds nor out of its settlement. */
function withEvent(plan: Plan, { status, income, roundsDone }: StreamEvent<'plan'>['value']): Plan {
  if (plan.status !== 'pending' || (status === 'pending' && roundsDone < plan.roundsDone)) return plan;
  return { ...plan, status, income, roundsDone };
}
