import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getAccountInfo } from './get-account-info.ts';
import { type GetMemberDependencies, getMember } from './get-member.ts';
import { type UpdateProfileDependencies, updateProfile } from './update-profile.ts';

/** A password check costs as much as dozens of other calls. */
const passwordWeight = 10;

export function profileRoutes(dependencies: GetMemberDependencies & UpdateProfileDependencies): readonly Binding[] {
  return bindAll('profile', api.profile, {
    getMember: (_, call) => getMember(dependencies, call),
    getAccountInfo: (_, { member }) => getAccountInfo(dependencies, member.memberId),
    updateProfile: { handler: (input, call) => updateProfile(dependencies, input, call), weight: passwordWeight },
  });
}
