import type { ReactNode } from 'react';
import { type DocumentEntry, documentIds } from '#contract/content.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Blocks } from '#web/ui/text/blocks.tsx';
import { Dated } from './dated.tsx';
import { DocumentState } from './document-list.tsx';
import { useAcceptTerms, useGetDocument, useListDocuments } from './queries.ts';

interface DocumentViewProps {
  readonly id: string;
  /** An earlier version, from the address. */
  readonly version: string | null;
}

/** One document, with a button to accept its current version. */
export function DocumentView({ id, version }: DocumentViewProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const go = useGo();
  const readable = version === null || /^[1-9]\d{0,3}$/.test(version);
  const document = useGetDocument(readable ? id : null, version === null ? null : Number(version));
  const entry = useListDocuments().data?.find((each) => each.id === id);
  const isKnown = readable && documentIds.some((each) => each === id);
  if (!isKnown || refusalCode(document.error) === 'documentUnknown') {
    return (
      <EmptyState
        icon="records"
        title={t('content.documentUnknown')}
        action={{ label: t('content.documents'), onPress: () => go('/auth', { replace: true }) }}
      />
    );
  }
  return (
    <Loaded query={document} height={560} radius={14}>
      {({ title, blocks, publishedAt, isCurrent, version: shown }) => (
        <>
          <div data-words>
            <Card title={title}>
              {isCurrent ? null : <p role="note">{t('content.notCurrent')}</p>}
              <Blocks blocks={blocks} />
              <Dated>{t('content.published', { date: format.dayTime(publishedAt) })}</Dated>
            </Card>
          </div>
          {isCurrent && entry !== undefined ? <Acceptance entry={entry} shown={shown} /> : null}
        </>
      )}
    </Loaded>
  );
}

interface AcceptanceProps {
  readonly entry: DocumentEntry;
  /** The version that stands above the button, and no other, is what is accepted. */
  readonly shown: number;
}

function Acceptance({ entry, shown }: AcceptanceProps): ReactNode {
  const t = useText();
  const isMember = useUsername() !== null;
  const accept = useAcceptTerms((message) => showToast(message, 'success'));
  if (!isMember) return null;
  if (entry.accepted?.version === shown)
    return (
      <p data-words>
        <DocumentState entry={entry} />
      </p>
    );
  return (
    <>
      {accept.error === null ? null : <p role="alert">{problemText(accept.error)}</p>}
      <Button busy={accept.isPending} onClick={() => accept.mutate({ id: entry.id, version: shown })}>
        {t('content.accept')}
      </Button>
    </>
  );
}
