import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import { useListSignIns } from '../queries/protection.ts';
import { deviceName } from './device-name.ts';

/** Sign-ins and failed attempts, newest first. */
export function SignInHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  const signIns = useListSignIns();
  const rows = signIns.data?.pages.flat();
  const problem = queryProblem(signIns);
  return (
    <Card title={t('security.history')}>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void signIns.refetch()} />
      ) : rows === undefined ? (
        <Skeleton height={64} />
      ) : (
        <RowList label={t('security.history')}>
          {rows.map(({ id, result, userAgent, address, at }) => (
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
      <ShowMore list={signIns} />
    </Card>
  );
}
