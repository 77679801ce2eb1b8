import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListOperatorSessions, useRevokeOperatorSession } from '../queries/operators.ts';
import { Confirm } from '../ui/confirm.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { At } from '../ui/values.tsx';

/** The operator's own open sessions. */
export function OwnSessions(): ReactNode {
  const t = useConsoleText();
  const revoke = useRevokeOperatorSession();
  return (
    <Card>
      <ReadTable
        query={useListOperatorSessions()}
        height={160}
        caption={t('sessions.title')}
        keyOf={({ id }) => id}
        columns={[
          { label: t('sessions.device'), breaks: true, cell: ({ userAgent }) => userAgent },
          { label: t('sessions.address'), cell: ({ address }) => address },
          { label: t('sessions.since'), cell: ({ signedInAt }) => <At at={signedInAt} /> },
          { label: t('sessions.lastUse'), cell: ({ lastSeenAt }) => <At at={lastSeenAt} /> },
          { label: t('sessions.until'), cell: ({ expiresAt }) => <At at={expiresAt} /> },
          {
            label: t('shell.acts'),
            cell: ({ id, current }) =>
              current ? (
                t('sessions.thisOne')
              ) : (
                <Confirm label={t('sessions.end')} kind="outline" mutation={revoke} input={{ session: id }}>
                  {t('sessions.endText')}
                </Confirm>
              ),
          },
        ]}
      />
    </Card>
  );
}
