import type { ReactNode } from 'react';
import type { MemberOverview } from '#contract/members.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useViewMember } from '../queries/members.ts';
import { Facts } from '../ui/facts.tsx';
import { Gone } from '../ui/gone.tsx';
import styles from '../ui/layout.module.css';
import { Table } from '../ui/table.tsx';
import { Amount, At, UsdtAmount } from '../ui/values.tsx';
import { MemberRecords } from './member-records.tsx';

/** A member's account and records, as they are and as the member sees them. */
export function MemberAccount({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  const { error } = useViewMember(member);
  if (refusalCode(error) === 'memberUnknown') return <Gone title={t('members.account')} error={error} />;
  return (
    <div className={styles.beside}>
      <Overview member={member} />
      <MemberRecords member={member} />
    </div>
  );
}

function Overview({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const account = useViewMember(member);
  return (
    <Card title={t('members.account')}>
      <p className={styles.quiet}>{t('members.viewIsSeen')}</p>
      <Loaded query={account} height={320}>
        {(found) => (
          <>
            <Facts facts={factsOf(t, found)} />
            <Table
              caption={t('members.balances')}
              rows={found.balances}
              keyOf={({ account: name }) => name}
              columns={[
                { label: t('members.balance'), cell: ({ account: name }) => words(`wallet.member-${name}`) },
                { label: t('money.amount'), numeric: true, cell: (balance) => <Amount {...balance} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function factsOf(t: ReturnType<typeof useConsoleText>, member: MemberOverview): (readonly [string, ReactNode])[] {
  const yesNo = (is: boolean) => t(is ? 'shell.yes' : 'shell.no');
  const at = (moment: number | null) => (moment === null ? t('shell.none') : <At at={moment} />);
  return [
    [t('members.name'), member.username],
    [t('members.number'), member.number],
    [t('members.nickname'), member.nickname],
    [t('members.since'), <At key="since" at={member.createdAt} />],
    [t('members.language'), `${member.locale} · ${member.timeZone}`],
    [t('members.frozen'), <Freeze key="frozen" freeze={member.freeze} />],
    [t('members.excludedUntil'), at(member.excludedUntil)],
    ...member.limits.map(
      (limit) => [t(`members.limit-${limit.period}`), <Limit key={limit.period} {...limit} />] as const,
    ),
    [t('members.recovery'), yesNo(member.isBeingRecovered)],
    [t('members.sessions'), String(member.sessions)],
    [t('members.lastSignIn'), at(member.lastSignInAt)],
    [t('members.authenticator'), yesNo(member.hasAuthenticator)],
    [t('members.passkeys'), String(member.passkeys)],
    [t('members.withdrawalPassword'), yesNo(member.hasWithdrawalPassword)],
    [t('members.card'), member.card ?? t('shell.none')],
  ];
}

function Freeze({ freeze }: Pick<MemberOverview, 'freeze'>): ReactNode {
  const t = useConsoleText();
  if (freeze === null) return t('shell.no');
  const { operator, holdsUntil, byMember } = freeze;
  return (
    <>
      {operator === null
        ? t(byMember ? 'members.byMember' : 'members.byRecovery')
        : t('members.byOperator', { operator })}
      {holdsUntil === null ? null : (
        <>
          {' '}
          {t('members.until')} <At at={holdsUntil} />
        </>
      )}
    </>
  );
}

/** A loss limit, and the looser one that waits. */
function Limit({ amount, next }: MemberOverview['limits'][number]): ReactNode {
  const t = useConsoleText();
  return (
    <>
      <UsdtAmount value={amount} />
      {next === null ? null : (
        <>
          {' · '}
          {next.amount === null ? t('members.limitLifted') : <UsdtAmount value={next.amount} />} <At at={next.at} />
        </>
      )}
    </>
  );
}
