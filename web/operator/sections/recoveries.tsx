import { type ReactNode, useState } from 'react';
import type { PasswordRequests } from '#contract/identity-operators.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListEndedRecoveries, useListOpenRecoveries, useListPasswordRequests } from '../queries/identity.ts';
import { useMay } from '../queries/operators.ts';
import styles from '../ui/layout.module.css';
import { MemberLink } from '../ui/member-link.tsx';
import { PageButtons, useAfter, useWayBack } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { At } from '../ui/values.tsx';
import { CloseRequests } from './close-requests.tsx';
import { OpenRecovery } from './open-recovery.tsx';
import { Decisions } from './recovery-decisions.tsx';

/** Members who lost their second factors or every way in: what is open, who asks, and what became of the others. */
export function Recoveries(): ReactNode {
  return (
    <>
      <Open />
      <Requests />
      <Ended />
    </>
  );
}

function Open(): ReactNode {
  const t = useConsoleText();
  const paging = useAfter();
  return (
    <Loaded query={useListOpenRecoveries(paging.after)} height={240}>
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <p>{t('recoveries.noneOpen')}</p>
          ) : (
            <div className={styles.columns}>
              {rows.map((recovery) => (
                <OpenRecovery key={recovery.id} recovery={recovery} />
              ))}
            </div>
          )}
          <PageButtons paging={paging} rows={rows} idOf={({ id }) => id} />
        </>
      )}
    </Loaded>
  );
}

function Requests(): ReactNode {
  const t = useConsoleText();
  const mayClose = useMay('reviewRecoveries');
  const [workedOn, setWorkedOn] = useState<string | null>(null);
  const closing = (row: PasswordRequests) => (
    <CloseRequests requests={row} onTurn={(isOpen) => setWorkedOn(isOpen ? row.member : null)} />
  );
  const paging = useAfter();
  const list = useListPasswordRequests(paging.after);
  // Not while a dialog of the page is open: it would take with it what is chosen there.
  const isWorkedOn = list.data?.some(({ member }) => member === workedOn);
  useWayBack(paging, isWorkedOn ? null : list.error);
  return (
    <Card title={t('recoveries.requests')}>
      <p className={styles.quiet}>{t('recoveries.requestsText')}</p>
      <ReadTable
        query={list}
        height={160}
        paging={paging}
        caption={t('recoveries.requests')}
        keyOf={({ member }) => member}
        empty={t('recoveries.noRequests')}
        columns={[
          { label: t('members.name'), cell: (row) => <MemberLink {...row} /> },
          { label: t('recoveries.count'), numeric: true, cell: ({ requests }) => String(requests) },
          { label: t('recoveries.firstAskedAt'), cell: ({ firstAskedAt }) => <At at={firstAskedAt} /> },
          { label: t('recoveries.lastAskedAt'), cell: ({ lastAskedAt }) => <At at={lastAskedAt} /> },
          { label: t('approvals.lapses'), cell: ({ lapsesAt }) => <At at={lapsesAt} /> },
          {
            label: t('members.recovery'),
            cell: ({ isBeingRecovered }) => t(isBeingRecovered ? 'shell.yes' : 'shell.no'),
          },
          ...(mayClose ? [{ label: t('shell.acts'), cell: closing }] : []),
        ]}
      />
    </Card>
  );
}

function Ended(): ReactNode {
  const t = useConsoleText();
  const paging = useAfter();
  return (
    <Card title={t('recoveries.ended')}>
      <ReadTable
        query={useListEndedRecoveries(paging.after)}
        height={160}
        paging={paging}
        caption={t('recoveries.ended')}
        keyOf={({ id }) => id}
        empty={t('recoveries.noneEnded')}
        columns={[
          {
            label: t('members.name'),
            cell: ({ member, username }) =>
              username === null ? member : <MemberLink member={member} username={username} />,
          },
          {
            label: t('recoveries.lost'),
            cell: ({ lost }) => t(lost === null ? 'recoveries.deleted' : `recoveries.${lost}`),
          },
          { label: t('recoveries.askedAt'), cell: ({ askedAt }) => <At at={askedAt} /> },
          { label: t('recoveries.endedAt'), cell: ({ endedAt }) => <At at={endedAt} /> },
          { label: t('recoveries.outcome'), cell: ({ outcome }) => t(`recoveries.outcome-${outcome}`) },
          {
            label: t('recoveries.decisions'),
            breaks: true,
            cell: ({ decisions }) => <Decisions decisions={decisions} />,
          },
        ]}
      />
    </Card>
  );
}
