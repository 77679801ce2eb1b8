import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { listApprovals } from '#contract/operators-approvals.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListApprovals } from '../queries/operators.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { MemberLink } from '../ui/member-link.tsx';
import { At, Hash } from '../ui/values.tsx';
import { ApprovalDecision } from './approval-decision.tsx';

type Waiting = OutputOf<typeof listApprovals>[number];

/** Everything that waits for a second operator, in one list. */
export function Approvals(): ReactNode {
  const t = useConsoleText();
  return (
    <Loaded query={useListApprovals()} height={240}>
      {(waiting) =>
        waiting.length === 0 ? (
          <p>{t('approvals.none')}</p>
        ) : (
          <div className={styles.columns}>
            {waiting.map((one) => (
              <Approval key={`${one.kind} ${one.id}`} waiting={one} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

/** What is decided on, exactly as the first operator asked for it. */
function Approval({ waiting }: { readonly waiting: Waiting }): ReactNode {
  const t = useConsoleText();
  const { kind, member, content, hash, needed, approvedBy, askedAt, expiresAt, mayDecide } = waiting;
  return (
    <Card title={t(`approvals.${kind}`)}>
      <Facts
        facts={[
          ...(member === null
            ? []
            : [[t('approvals.field-member'), <MemberLink key="member" member={member} username={member} />] as const]),
          ...content.map(({ name, value }) => [fieldName(t, name), value] as const),
          [t('approvals.asked'), <At key="asked" at={askedAt} />],
          [
            t('approvals.lapses'),
            expiresAt === null ? t('approvals.doesNotLapse') : <At key="lapses" at={expiresAt} />,
          ],
          [t('money.approvals'), t('money.approvalsOf', { approvals: approvedBy.length, needed })],
          [t('approvals.approvedBy'), approvedBy.join(', ') || t('approvals.nobodyYet')],
          [t('shell.hash'), <Hash key="hash" hash={hash} />],
        ]}
      />
      {kind === 'disbursement' && approvedBy.length >= needed ? <p>{t('approvals.waitsForFunds')}</p> : null}
      <ApprovalDecision
        kind={kind}
        approval={{ id: waiting.id, hash }}
        approvedBy={approvedBy}
        mayApprove={mayDecide}
        mayRefuse={mayDecide}
      />
    </Card>
  );
}

/** A field of the content in the operator's language; one without a text keeps its own name. */
function fieldName(t: ReturnType<typeof useConsoleText>, name: string): string {
  const key = `approvals.field-${name}` as 'approvals.field-member';
  const words = t(key);
  return words === key ? name : words;
}
