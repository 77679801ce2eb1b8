import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import { useListSecurityActs } from './queries.ts';

/** Security acts, newest first. */
export function ActHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  const acts = useListSecurityActs();
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
      <ShowMore list={acts} />
    </Card>
  );
}
