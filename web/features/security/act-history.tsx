import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListSecurityActs } from './queries.ts';

/** Security acts, newest first. */
export function ActHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('security.acts')}>
      <PagedList
        list={useListSecurityActs()}
        itemsOf={(page) => page}
        height={48}
        empty={<p>{t('security.noActs')}</p>}
        moreText={t('security.showMore')}
      >
        {(acts) => (
          <RowList label={t('security.acts')}>
            {acts.map(({ id, act, detail, at }) => (
              <Row
                key={id}
                title={t(`security.act-${act}`)}
                note={detail === '' ? undefined : <code>{detail}</code>}
                value={format.dayTime(at)}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Card>
  );
}
