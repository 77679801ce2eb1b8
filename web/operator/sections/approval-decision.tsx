import type { ReactNode } from 'react';
import type { ApprovalKind } from '#contract/operators-approvals.ts';
import { withdrawalReasons } from '#contract/withdrawals.ts';
import { useConsoleText } from '../locale.ts';
import { useDecideApproval, useGetOperatorSession } from '../queries/operators.ts';
import { Act } from '../ui/act.tsx';
import styles from '../ui/layout.module.css';

interface ApprovalDecisionProps {
  readonly kind: ApprovalKind;
  /** Id and hash of exactly what is shown. */
  readonly approval: { readonly id: string; readonly hash: string };
  readonly approvedBy: readonly string[];
  readonly mayApprove: boolean;
  readonly mayRefuse: boolean;
  /** What an approval does, and a refusal, where it is not as of everything else. */
  readonly approveText?: string;
  readonly refuseText?: string;
}

/** Approves or refuses what is shown; for an operator who may not, says why. */
export function ApprovalDecision({ mayApprove, mayRefuse, approvedBy, ...decided }: ApprovalDecisionProps): ReactNode {
  const t = useConsoleText();
  const operator = useGetOperatorSession().data?.operator ?? '';
  if (mayApprove || mayRefuse) return <Decide mayApprove={mayApprove} mayRefuse={mayRefuse} {...decided} />;
  const why = approvedBy.includes(operator) ? 'approvals.decidedAlready' : 'approvals.roleMayNot';
  return <p className={styles.quiet}>{t(why)}</p>;
}

function Decide({
  kind,
  approval,
  mayApprove,
  mayRefuse,
  approveText,
  refuseText,
}: Omit<ApprovalDecisionProps, 'approvedBy'>): ReactNode {
  const t = useConsoleText();
  const approve = useDecideApproval();
  const refuse = useDecideApproval();
  const { id, hash } = approval;
  const inputOf = (decision: 'approved' | 'refused') => (reason: string, shown: string) => ({
    ...{ kind, id, hash: shown, decision, reason },
  });
  // The only reasons that a member's withdrawal is refused for.
  const reasons = withdrawalReasons.map((value) => ({ value, label: t(`approvals.${value}`) }));
  return (
    <div className={styles.acts}>
      {mayApprove ? (
        <Act
          label={t('approvals.approve')}
          mutation={approve}
          hash={hash}
          inputOf={inputOf('approved')}
          done={t('approvals.approved')}
          kind="primary"
        >
          {approveText ?? t('approvals.approveText')}
        </Act>
      ) : null}
      {mayRefuse ? (
        <Act
          label={t('approvals.refuse')}
          {...(kind === 'withdrawal' ? { reasons } : {})}
          mutation={refuse}
          hash={hash}
          inputOf={inputOf('refused')}
          done={t('approvals.refused')}
        >
          {refuseText ?? t('approvals.refuseText')}
        </Act>
      ) : null}
    </div>
  );
}
