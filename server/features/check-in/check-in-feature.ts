import * as contract from '#contract/check-in.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import { type CheckInDependencies, checkIn } from './check-in.ts';
import { getWeek } from './get-week.ts';

/** The daily check-in and its points. */
export function openCheckIn(dependencies: CheckInDependencies): Feature {
  return {
    bindings: bindAll('check-in', contract, {
      checkIn: (_, { member }) => checkIn(dependencies, member.memberId),
      getWeek: (_, { member }) => getWeek(dependencies, member.memberId),
    }),
  };
}
