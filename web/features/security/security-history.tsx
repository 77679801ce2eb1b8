import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { deviceName } from './device-name.ts';
import { useSecurityActs, useSignIns } from './queries.ts';

/** Sign-ins and failed tries, newest first. */
export function SignInHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  const signIns = useSignIns();
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
      <More list={signIns} />
    </Card>
  );
}

/** What touched the safety of the account, newest first. */
export function ActHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  const acts = useSecurityActs();
  const rows = acts.data?.pages.flat();
  const problem = queryProblem(acts);
  return (
    <Card title={t('security.acts')}>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void acts.refetch()} />
      ) : rows === undefined ? (
        <Skeleton height={48} />
      ) : rows.length === 0 ? (
        <p>{t('security.noActs')}</p>
      ) : (
        <RowList label={t('security.acts')}>
          {rows.map(({ id, act, detail, at }) => (
            <Row
              key={id}
              title={t(`security.act-${act}`)}
              note={detail === '' ? undefined : <code>{detail}</code>}
              value={format.dayTime(at)}
            />
          ))}
        </RowList>
      )}
      <More list={acts} />
    </Card>
  );
}

interface MoreProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

function More({ list }: MoreProps): ReactNode {
  const t = useText();
  if (!list.hasNextPage) return null;
  return (
    <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t('security.showMore')}
    </Button>
  );
}
