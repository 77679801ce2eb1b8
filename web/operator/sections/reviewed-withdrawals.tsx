import { type ReactNode, useState } from 'react';
import type { ReviewedWithdrawal } from '#contract/withdrawals-operators.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListReviewedWithdrawals } from '../queries/withdrawals.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { MemberLink } from '../ui/member-link.tsx';
import { OpenButton } from '../ui/open-button.tsx';
import { Opened } from '../ui/opened.tsx';
import { useAfter } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { At, UsdtAmount } from '../ui/values.tsx';
import { ApprovalDecision } from './approval-decision.tsx';
import { MemberAccount } from './member-account.tsx';

/** Every withdrawal in review, with what the operator may decide on it. */
export function ReviewedWithdrawals(): ReactNode {
  const t = useConsoleText();
  const [opened, setOpened] = useState<string | null>(null);
  const paging = useAfter();
  const list = useListReviewedWithdrawals(paging.after);
  return (
    <Card title={t('money.withdrawals')}>
      <ReadTable
        query={list}
        height={120}
        paging={paging}
        caption={t('money.withdrawals')}
        keyOf={({ id }) => id}
        empty={t('money.noWithdrawals')}
        columns={[
          { label: t('money.requested'), cell: ({ requestedAt }) => <At at={requestedAt} /> },
          { label: t('shell.member'), cell: (row) => <MemberLink {...row} /> },
          { label: t('money.amount'), numeric: true, cell: ({ amount }) => <UsdtAmount value={amount} /> },
          { label: t('money.destination'), breaks: true, cell: ({ destination }) => destination },
          { label: t('money.reviewEnds'), cell: ({ reviewEndsAt }) => <At at={reviewEndsAt} /> },
          { label: t('money.approvals'), cell: (row) => <Approvals {...row} /> },
          {
            label: t('shell.acts'),
            cell: ({ id }) => <OpenButton label={t('money.review')} id={id} opened={opened} onChange={setOpened} />,
          },
        ]}
      >
        {(rows) => rows.filter(({ id }) => id === opened).map((row) => <Review key={row.id} withdrawal={row} />)}
      </ReadTable>
    </Card>
  );
}

function Approvals({ approvals, approvalsNeeded, refusal }: ReviewedWithdrawal): ReactNode {
  const t = useConsoleText();
  if (refusal !== null) return t('money.refused');
  return approvalsNeeded === 0 ? t('money.noneNeeded') : t('money.approvalsOf', { approvals, needed: approvalsNeeded });
}

/** One withdrawal with the member's account beside it. */
function Review({ withdrawal }: { readonly withdrawal: ReviewedWithdrawal }): ReactNode {
  const t = useConsoleText();
  const { id, amount, fee, destination, toDestination, comment, method, username, approvedBy, refusal } = withdrawal;
  const isFree = withdrawal.approvalsNeeded === 0 && refusal === null;
  return (
    <Opened>
      <Card title={t('money.oneWithdrawal', { id })}>
        <Facts
          facts={[
            [t('shell.member'), username],
            [t('money.amount'), <UsdtAmount key="amount" value={amount} />],
            [t('money.fee'), <UsdtAmount key="fee" value={fee} />],
            [t('money.destination'), `${t(`money.${method}`)} ${destination}`],
            [t('money.toDestination'), <UsdtAmount key="destination" value={toDestination} />],
            [t('money.comment'), comment],
            [t('money.approvals'), <Approvals key="approvals" {...withdrawal} />],
            ...(isFree
              ? []
              : [[t('approvals.approvedBy'), approvedBy.join(', ') || t('approvals.nobodyYet')] as const]),
          ]}
        />
        {isFree ? <p className={styles.quiet}>{t('money.noneNeededText')}</p> : null}
        {refusal === null ? <ApprovalDecision kind="withdrawal" {...withdrawal} /> : null}
      </Card>
      <MemberAccount member={withdrawal.member} />
    </Opened>
  );
}
