import { firstWeekDays } from '#core/invitations/rules.ts';
import { type CheckInDependencies, checkIn } from '#server/features/check-in/check-in.ts';
import type { TestClock } from '#server/platform/test-clock.ts';

/** Checks the member in on so many days that they make a first week, one after another. */
export async function checkInForAWeek(
  node: CheckInDependencies & { readonly clock: TestClock },
  memberId: bigint,
): Promise<void> {
  for (let day = 0; day < firstWeekDays; day++) {
    node.clock.advance(86_400_000);
    await checkIn(node, memberId);
  }
}
