import { type ReactNode, useState } from 'react';
import { depositRefusals } from '#contract/deposits.ts';
import { depositProofPath, type OpenDeposit } from '#contract/deposits-operators.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListOpenDeposits, useMarkDepositProof, useRefuseDeposit } from '../queries/deposits.ts';
import { useMay } from '../queries/operators.ts';
import { Act } from '../ui/act.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { MemberLink } from '../ui/member-link.tsx';
import { OpenButton } from '../ui/open-button.tsx';
import { Opened } from '../ui/opened.tsx';
import { useAfter } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { At, UsdtAmount } from '../ui/values.tsx';
import { MemberAccount } from './member-account.tsx';

/** Every deposit under way. The rail credits it; until it has seen something an operator can refuse it. */
export function OpenDeposits(): ReactNode {
  const t = useConsoleText();
  const [opened, setOpened] = useState<string | null>(null);
  const paging = useAfter();
  const list = useListOpenDeposits(paging.after);
  return (
    <Card title={t('money.deposits')}>
      <p className={styles.quiet}>{t('money.depositsText')}</p>
      <ReadTable
        query={list}
        height={120}
        paging={paging}
        caption={t('money.deposits')}
        keyOf={({ id }) => id}
        empty={t('money.noDeposits')}
        columns={[
          { label: t('money.requested'), cell: ({ requestedAt }) => <At at={requestedAt} /> },
          { label: t('shell.member'), cell: (row) => <MemberLink {...row} /> },
          { label: t('money.amount'), numeric: true, cell: ({ amount }) => <UsdtAmount value={amount} /> },
          { label: t('money.channel'), cell: ({ channel }) => channel },
          { label: t('money.state'), cell: ({ state }) => t(`money.${state}`) },
          {
            label: t('money.confirmations'),
            numeric: true,
            cell: ({ confirmations, confirmationsNeeded }) => `${confirmations} / ${confirmationsNeeded}`,
          },
          { label: t('money.proof'), cell: ({ hasProof }) => t(hasProof ? 'shell.yes' : 'shell.no') },
          {
            label: t('shell.acts'),
            cell: ({ id }) => <OpenButton label={t('money.show')} id={id} opened={opened} onChange={setOpened} />,
          },
        ]}
      >
        {(rows) => rows.filter(({ id }) => id === opened).map((row) => <OneDeposit key={row.id} deposit={row} />)}
      </ReadTable>
    </Card>
  );
}

/** One deposit with its proof, and the member's account beside it. */
function OneDeposit({ deposit }: { readonly deposit: OpenDeposit }): ReactNode {
  const t = useConsoleText();
  const { id, member, username, amount, address, transaction, hasProof, state } = deposit;
  const mayReview = useMay('reviewDeposits') && state === 'requested' && transaction === null;
  return (
    <Opened>
      <Card title={t('money.oneDeposit', { id })}>
        <Facts
          facts={[
            [t('shell.member'), username],
            [t('money.amount'), <UsdtAmount key="amount" value={amount} />],
            [t('money.address'), address],
            [t('money.transaction'), transaction ?? t('money.noTransaction')],
            ...(hasProof ? [[t('money.proofSeen'), <ProofSeen key="proof" {...deposit} />] as const] : []),
          ]}
        />
        {hasProof ? (
          <img
            className={styles.picture}
            src={`/api${depositProofPath.replace('{deposit}', `${member}-${id}`)}`}
            alt={t('money.proofImage')}
          />
        ) : null}
        {mayReview ? <Review deposit={deposit} /> : null}
      </Card>
      <MemberAccount member={member} />
    </Opened>
  );
}

function ProofSeen({ reviewedAt, reviewedBy }: OpenDeposit): ReactNode {
  const t = useConsoleText();
  if (reviewedAt === null) return t('money.notLooked');
  return (
    <>
      <At at={reviewedAt} /> · {reviewedBy}
    </>
  );
}

/** What may be decided as long as nothing came in. */
function Review({ deposit: { id, member, hasProof, reviewedAt } }: { readonly deposit: OpenDeposit }): ReactNode {
  const t = useConsoleText();
  const mark = useMarkDepositProof();
  const refuse = useRefuseDeposit();
  const reasons = depositRefusals.map((value) => ({ value, label: t(`money.deposit-${value}`) }));
  const reasonOf = (value: string) => reasons.find((one) => one.value === value)?.value ?? 'notReceived';
  return (
    <div className={styles.acts}>
      {hasProof && reviewedAt === null ? (
        <Confirm kind="outline" label={t('money.markProof')} mutation={mark} input={{ member, deposit: id }}>
          {t('money.markProofText')}
        </Confirm>
      ) : null}
      <Act
        label={t('money.refuseDeposit')}
        reasons={reasons}
        mutation={refuse}
        inputOf={(value) => ({ member, deposit: id, reason: reasonOf(value) })}
        done={t('money.depositRefused')}
      >
        {t('money.refuseDepositText')}
      </Act>
    </div>
  );
}
