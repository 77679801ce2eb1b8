import type { ReactNode } from 'react';
import type { ListedRecovery } from '#contract/identity-operators.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { Facts } from '../ui/facts.tsx';
import { MemberLink } from '../ui/member-link.tsx';
import { At, Hash } from '../ui/values.tsx';
import { ApprovalDecision } from './approval-decision.tsx';
import { Decisions } from './recovery-decisions.tsx';

/** One recovery that has not ended, and what the operator may decide on it. */
export function OpenRecovery({ recovery }: { readonly recovery: ListedRecovery }): ReactNode {
  const t = useConsoleText();
  const { member, username, lost, request, askedAt, state, needed, expiresAt, takesEffectAt, decisions } = recovery;
  const { approvedBy } = recovery;
  const approvals = approvedBy.length;
  return (
    <Card title={username}>
      <Facts
        facts={[
          [t('members.number'), <MemberLink key="member" member={member} username={member} />],
          [t('recoveries.lost'), t(`recoveries.${lost}`)],
          ...(request === null ? [] : [[t('recoveries.request'), request] as const]),
          [t('recoveries.askedAt'), <At key="asked" at={askedAt} />],
          [t('recoveries.state'), t(`recoveries.state-${state}`)],
          [t('money.approvals'), t('money.approvalsOf', { approvals, needed })],
          takesEffectAt === null
            ? [t('approvals.lapses'), <At key="lapses" at={expiresAt} />]
            : [t('recoveries.takesEffectAt'), <At key="effect" at={takesEffectAt} />],
          [t('recoveries.decisions'), <Decisions key="decisions" decisions={decisions} />],
          [t('shell.hash'), <Hash key="hash" hash={recovery.approval.hash} />],
        ]}
      />
      <ApprovalDecision
        kind="recovery"
        approval={recovery.approval}
        approvedBy={approvedBy}
        mayApprove={recovery.mayApprove}
        mayRefuse={recovery.mayRefuse}
        approveText={t('recoveries.approveText')}
        refuseText={t('recoveries.refuseText')}
      />
    </Card>
  );
}
