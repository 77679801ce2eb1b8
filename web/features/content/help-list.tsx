import type { ReactNode } from 'react';
import { type HelpEntry, searchLengthMax } from '#contract/content.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { SearchField, useSearch } from '#web/ui/form/search-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Runs } from '#web/ui/text/blocks.tsx';
import { groupHelp, pathOfEntry } from './help-groups.ts';
import { useListHelp, useListRules } from './queries.ts';

/** All help texts by category, or search results. */
export function HelpList({ hasAccount }: { readonly hasAccount: boolean }): ReactNode {
  const t = useText();
  const { typed, onChange, search } = useSearch();
  const found = useListHelp(search);
  return (
    <>
      <SearchField label={t('content.search')} typed={typed} onChange={onChange} maxLength={searchLengthMax} />
      <Loaded query={found} height={[120, 260, 180]} radius={14}>
        {(entries) =>
          search === '' ? (
            <>
              <Groups entries={entries} />
              {!hasAccount && <Rules />}
            </>
          ) : (
            <SearchResults entries={entries} search={search} hasAccount={hasAccount} />
          )
        }
      </Loaded>
    </>
  );
}

function Groups({ entries }: { readonly entries: readonly HelpEntry[] }): ReactNode {
  const t = useText();
  if (entries.length === 0) return <EmptyState icon="help" title={t('content.noHelp')} />;
  return groupHelp(entries).map((group) => (
    <Card key={group.category} title={t(`content.category-${group.category}`)}>
      <RowList label={t(`content.category-${group.category}`)}>
        {group.entries.map((entry) => (
          <Row key={entry.id} title={entry.title} to={pathOfEntry(entry)} />
        ))}
      </RowList>
    </Card>
  ));
}

/** Every rule, for those who cannot open the rule page. */
function Rules(): ReactNode {
  const t = useText();
  const rules = useListRules();
  return (
    <Card title={t('assets.rules')}>
      <Loaded query={rules} height={180} radius={10}>
        {(listed) => (
          <RowList label={t('assets.rules')}>
            {listed.map(({ id, title }) => (
              <Row key={id} title={title} to={pathOfEntry({ kind: 'rule', id }, false)} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Card>
  );
}

interface SearchResultsProps {
  readonly entries: readonly HelpEntry[];
  readonly search: string;
  readonly hasAccount: boolean;
}

function SearchResults({ entries, search, hasAccount }: SearchResultsProps): ReactNode {
  const t = useText();
  return (
    <div role="status">
      {entries.length === 0 ? (
        <EmptyState icon="search" title={t('content.nothingFound', { search })}>
          {t('content.nothingFoundText')}
        </EmptyState>
      ) : (
        <Card title={t('content.found')}>
          <RowList label={t('content.found')}>
            {entries.map((entry) => (
              <Row
                key={`${entry.kind}/${entry.id}`}
                title={entry.title}
                note={
                  <span data-words>
                    <Runs runs={entry.excerpt} />
                  </span>
                }
                to={pathOfEntry(entry, hasAccount)}
              />
            ))}
          </RowList>
        </Card>
      )}
    </div>
  );
}
