import {
  excludeMyself,
  getLimits,
  keepExclusion,
  keepLossLimit,
  liftExclusion,
  liftLossLimit,
  setLossLimit,
} from '#contract/limits.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import {
  excludeMyself as exclude,
  keepExclusion as keepExcluded,
  liftExclusion as liftExcluded,
} from './change-exclusion.ts';
import { getLimits as readLimits } from './get-limits.ts';
import { type ChangeNeeds, keepLossLimit as keepLimit, setLossLimit as setLimit } from './set-loss-limit.ts';

export function limitRoutes(needs: ChangeNeeds): Binding[] {
  return [
    bind(getLimits, (_, { member }) => readLimits(needs, member)),
    bind(setLossLimit, async ({ period, amount }, { member }) => {
      await setLimit(needs, member, period, amount);
      return await readLimits(needs, member);
    }),
    bind(liftLossLimit, async ({ period }, { member }) => {
      await setLimit(needs, member, period, null);
      return await readLimits(needs, member);
    }),
    bind(keepLossLimit, async ({ period }, { member }) => {
      await keepLimit(needs, member.memberId, period);
      return await readLimits(needs, member);
    }),
    bind(excludeMyself, async ({ days }, { member }) => {
      await exclude(needs, member.memberId, days);
      return await readLimits(needs, member);
    }),
    bind(liftExclusion, async (_, { member }) => {
      await liftExcluded(needs, member.memberId);
      return await readLimits(needs, member);
    }),
    bind(keepExclusion, async (_, { member }) => {
      await keepExcluded(needs, member.memberId);
      return await readLimits(needs, member);
    }),
  ];
}
