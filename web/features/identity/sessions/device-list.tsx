import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { outcomeToasts } from '#web/ui/feedback/outcome-toasts.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListSessions, useRevokeSession } from '../queries/protection.ts';
import { deviceName } from './device-name.ts';

/** The member's sessions by device, each with a sign-out button. */
export function DeviceList(): ReactNode {
  const t = useText();
  const format = useFormat();
  const query = useListSessions();
  const sessions = query.data;
  const revoking = useRevokeSession();
  const revoke = (session: string) => revoking.mutate({ session }, outcomeToasts);
  return (
    <Card title={t('security.devices')}>
      <Loaded query={query} height={64}>
        {(list) => (
          <RowList label={t('security.devices')}>
            {list.map(({ id, current, userAgent, address, lastSeenAt }) => (
              <Row
                key={id}
                title={deviceName(userAgent) ?? t('security.unknownDevice')}
                note={
                  <>
                    <code>{address}</code> · {t('security.lastSeen', { time: format.dayTime(lastSeenAt) })}
                  </>
                }
                value={
                  current ? (
                    <Chip tone="accent">{t('security.thisDevice')}</Chip>
                  ) : (
                    <Button inline kind="outline" onClick={() => revoke(id)}>
                      {t('identity.signOut')}
                    </Button>
                  )
                }
              />
            ))}
          </RowList>
        )}
      </Loaded>
      {sessions !== undefined && sessions.length > 1 ? (
        <Button kind="outline" busy={revoking.isPending} onClick={() => revoke('others')}>
          {t('security.signOutOthers')}
        </Button>
      ) : null}
    </Card>
  );
}
