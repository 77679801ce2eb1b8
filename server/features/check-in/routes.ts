import * as contract from '#contract/check-in.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type CheckInDependencies, checkIn } from './check-in.ts';
import { getWeek } from './get-week.ts';

export function checkInRoutes(dependencies: CheckInDependencies): readonly Binding[] {
  return bindAll('check-in', contract, {
    checkIn: (_, { member }) => checkIn(dependencies, member.memberId),
    getWeek: (_, { member }) => getWeek(dependencies, member.memberId),
  });
}
