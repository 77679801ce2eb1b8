import { listMemberActs, viewMember } from '#contract/members.ts';
import { freezeMember, unfreezeMember } from '#contract/security-operators.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useWrite } from '#web/platform/api/use-write.ts';

export const useFreezeMember = () => useWrite(freezeMember, { onSettled: useInvalidate(viewMember, listMemberActs) });

export const useUnfreezeMember = () =>
  useWrite(unfreezeMember, { onSettled: useInvalidate(viewMember, listMemberActs) });
