import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListSignIns } from '../queries/protection.ts';
import { deviceName } from './device-name.ts';

/** Sign-ins and failed attempts, newest first. */
export function SignInHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('security.history')}>
      <PagedList list={useListSignIns()} height={64} empty={null} moreText={t('security.showMore')}>
        {(signIns) => (
          <RowList label={t('security.history')}>
            {signIns.map(({ id, result, userAgent, address, at }) => (
              <Row
                key={id}
                title={t(`security.${result}`)}
                note={
                  <>
                    {deviceName(userAgent) ?? t('security.unknownDevice')} · <code>{address}</code>
                  </>
                }
                value={format.dayTime(at)}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Card>
  );
}
