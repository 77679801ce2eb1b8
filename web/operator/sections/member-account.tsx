import type { ReactNode } from 'react';
import type { MemberOverview } from '#contract/members.ts';
import { toDecimal } from '#core/money/amount.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { useConsoleText } from '../locale.ts';
import { useViewMember } from '../queries/members.ts';
import { useListMemberRecords } from '../queries/wallet.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { Table } from '../ui/table.tsx';
import { Amount, At } from '../ui/values.tsx';

/** A member's account and records, as they are and as the member sees them. */
export function MemberAccount({ member }: { readonly member: string }): ReactNode {
  return (
    <div className={styles.columns}>
      <Overview member={member} />
      <Records member={member} />
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
              empty=""
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
  const at = (moment: number | null) => (moment === null ? t('shell.no') : <At at={moment} />);
  return [
    [t('members.name'), member.username],
    [t('members.number'), member.number],
    [t('members.nickname'), member.nickname],
    [t('members.since'), <At key="since" at={member.createdAt} />],
    [t('members.language'), `${member.locale} · ${member.timeZone}`],
    [t('members.frozen'), <Freeze key="frozen" freeze={member.freeze} />],
    [t('members.excludedUntil'), at(member.excludedUntil)],
    [t('members.recovery'), yesNo(member.isBeingRecovered)],
    [t('members.sessions'), String(member.sessions)],
    [t('members.lastSignIn'), at(member.lastSignInAt)],
    [t('members.authenticator'), yesNo(member.hasAuthenticator)],
    [t('members.passkeys'), String(member.passkeys)],
    [t('members.withdrawalPassword'), yesNo(member.hasWithdrawalPassword)],
    [t('members.card'), member.card ?? t('shell.no')],
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

function Records({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const list = useListMemberRecords(member);
  return (
    <Card title={t('members.records')}>
      <PagedList
        list={list}
        itemsOf={(page) => page}
        height={320}
        empty={<p>{t('members.noRecords')}</p>}
        moreText={t('shell.more')}
      >
        {(records) => (
          <Table
            caption={t('members.records')}
            rows={records}
            keyOf={({ id }) => id}
            empty=""
            columns={[
              { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
              { label: t('members.kind'), cell: ({ kind }) => words(`wallet.kind-${kind}`) },
              { label: t('members.balance'), cell: ({ account }) => words(`wallet.member-${account}`) },
              {
                label: t('money.amount'),
                numeric: true,
                cell: ({ asset, amount }) => <Amount asset={asset} amount={toDecimal(asset, amount as never)} />,
              },
              { label: t('members.reference'), cell: ({ reference }) => reference },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}
