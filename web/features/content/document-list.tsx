import type { ReactNode } from 'react';
import type { DocumentEntry } from '#contract/content.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListDocuments } from './queries.ts';

/** Terms and risk statement: versions, and which the member accepted. */
export function DocumentList(): ReactNode {
  const t = useText();
  const documents = useListDocuments();
  return (
    <Loaded query={documents} height={140} radius={14}>
      {(entries) => (
        <div data-words>
          <Card title={t('content.documents')}>
            <RowList label={t('content.documents')}>
              {entries.map((entry) => (
                <Row
                  key={entry.id}
                  icon="records"
                  title={entry.title}
                  note={<DocumentState entry={entry} />}
                  to={`/auth?id=${entry.id}`}
                />
              ))}
            </RowList>
          </Card>
        </div>
      )}
    </Loaded>
  );
}

export function DocumentState({ entry }: { readonly entry: DocumentEntry }): ReactNode {
  const t = useText();
  const format = useFormat();
  const isMember = useUsername() !== null;
  const { version, publishedAt, accepted } = entry;
  if (!isMember) return t('content.published', { date: format.dayTime(publishedAt) });
  if (accepted === null) return t('content.notAccepted');
  const values = { version: accepted.version, date: format.dayTime(accepted.acceptedAt) };
  return accepted.version === version ? t('content.accepted', values) : t('content.acceptedEarlier', values);
}
