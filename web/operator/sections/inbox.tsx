import { type ReactNode, useState } from 'react';
import { type InboxEntry, type InboxQueue, inboxQueues } from '#contract/support-inbox.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { serverWallNow } from '#web/platform/product-clock.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { useConsoleText } from '../locale.ts';
import { subjectOf } from '../paths.ts';
import { useListConversations } from '../queries/support.ts';
import { InboxLink } from '../ui/inbox-link.tsx';
import { languageName } from '../ui/language-name.ts';
import { Rating } from '../ui/rating.tsx';
import { Table } from '../ui/table.tsx';
import { At } from '../ui/values.tsx';
import { Conversation } from './conversation.tsx';
import { MeasuredService } from './measured-service.tsx';
import { Snippets } from './snippets.tsx';

/** Customer chat: the queues, one conversation, and the snippets. */
export function Inbox(): ReactNode {
  const member = subjectOf(useLocation().path);
  return (
    <>
      {member === null ? null : <Conversation key={member} member={member} />}
      <Queue />
      <MeasuredService />
      <Snippets />
    </>
  );
}

function Queue(): ReactNode {
  const t = useConsoleText();
  const [queue, setQueue] = useState<InboxQueue>('waiting');
  return (
    <Card title={t('inbox.conversations')}>
      <Segmented<InboxQueue>
        label={t('inbox.queue')}
        value={queue}
        onChange={setQueue}
        segments={inboxQueues.map((value) => ({ value, label: t(`inbox.${value}`) }))}
      />
      <PagedList
        list={useListConversations(queue)}
        itemsOf={({ conversations }) => conversations}
        height={200}
        empty={<p>{t('inbox.none')}</p>}
        moreText={t('shell.more')}
      >
        {(conversations) => <Conversations conversations={conversations} />}
      </PagedList>
    </Card>
  );
}

function Conversations({ conversations }: { readonly conversations: readonly InboxEntry[] }): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  return (
    <Table
      caption={t('inbox.conversations')}
      rows={conversations}
      keyOf={({ member }) => member}
      columns={[
        { label: t('shell.member'), cell: ({ member }) => <InboxLink member={member} /> },
        {
          label: t('inbox.waitsSince'),
          cell: ({ waitingSince }) => (waitingSince === null ? t('inbox.answered') : <Waiting since={waitingSince} />),
        },
        {
          label: t('inbox.newest'),
          breaks: true,
          cell: ({ newest }) => newest.text.slice(0, 120) || t(`inbox.by-${newest.author}`),
        },
        { label: t('inbox.unseen'), numeric: true, cell: ({ unseen }) => format.count(unseen) },
        { label: t('inbox.assigned'), cell: ({ assigned }) => assigned ?? t('shell.none') },
        { label: t('shell.language'), cell: ({ locale }) => languageName(locale) },
        { label: t('inbox.rating'), cell: ({ conversation }) => <Rating stars={conversation.stars} /> },
      ]}
    />
  );
}

const redrawMs = 10_000;

/** How long a message has waited for an answer, and since when. */
function Waiting({ since }: { readonly since: number }): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  useRedrawEvery(redrawMs);
  return (
    <>
      {t('inbox.waits', { span: format.span(serverWallNow() - since) })} <At at={since} />
    </>
  );
}
