import type { ReactNode } from 'react';
import type { WeightEntry } from '#contract/weight.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import common from '#web/ui/style/common.module.css';
import { KeptCheck } from './kept-check.tsx';
import { useListWeightEntries } from './queries.ts';

/** The score's entries: time, reason, and the score after each. */
export function EntryList(): ReactNode {
  const t = useText();
  const go = useGo();
  const username = useUsername();
  const list = useListWeightEntries();
  const score = list.data?.pages[0]?.score;
  return (
    <Card title={t('weight.entries')}>
      <PagedList
        list={list}
        itemsOf={(page) => page.entries}
        height={160}
        empty={
          <EmptyState
            icon="records"
            title={t('weight.empty')}
            action={{ label: t('tasks.toTasks'), onPress: () => go('/hongbao') }}
          >
            {t('weight.emptyText')}
          </EmptyState>
        }
        moreText={t('security.showMore')}
      >
        {(entries) => (
          <>
            <p className={common.secondary}>{t('weight.entriesText')}</p>
            {username !== null && score !== undefined && (
              <KeptCheck username={username} listed={{ score, entries, isComplete: !list.hasNextPage }} />
            )}
            <RowList label={t('weight.entries')}>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </RowList>
          </>
        )}
      </PagedList>
    </Card>
  );
}

function EntryRow({ entry: { kind, reference, points, rule, score, at } }: { readonly entry: WeightEntry }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Row
      title={t(`weight.kind-${kind}`)}
      note={
        <>
          <time dateTime={new Date(at).toISOString()}>{format.dayTime(at)}</time>
          {'\u00a0· '}
          <Figure source="ledger">{t('weight.after', { score: format.count(score) })}</Figure>
          {'\u00a0· '}
          <RuleValue rule="weight" className={common.secondary}>
            {t('weight.byRule', { version: rule })}
          </RuleValue>
        </>
      }
      to={pageOf(kind, reference)}
      value={<Figure source="ledger">+{format.count(points)}</Figure>}
    />
  );
}

/** The address of an entry's subject. */
function pageOf(kind: WeightEntry['kind'], reference: string): string {
  switch (kind) {
    case 'planSettled':
      return `/ordersDetail?id=${reference}`;
    case 'depositConfirmed':
      return `/depositSuccess?deposit=${reference}`;
    case 'withdrawalPasswordSet':
      return '/bankPwd';
    case 'cardBound':
      return '/card';
    case 'checkedIn':
      return '/homeTab';
    case 'redEnvelope':
      return '/hongbao';
  }
}
