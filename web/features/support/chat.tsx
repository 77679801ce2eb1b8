import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { ChatLog } from '#contract/support.ts';
import { type ChatMessage, chatSearchLengthMax } from '#contract/support-schemas.ts';
import { fetchNext } from '#web/platform/api/use-pages.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SearchField, useSearch } from '#web/ui/form/search-field.tsx';
import { useChatEnd } from './chat-end.tsx';
import { ConversationEnd, TranscriptButton } from './conversation-end.tsx';
import { Message } from './message.tsx';
import type { WaitingMessage as Waiting } from './outbox.ts';
import { useListMessages, useMarkMessagesRead, useSendMessage } from './queries.ts';
import styles from './support.module.css';
import { WaitingMessage } from './waiting-message.tsx';

interface ChatProps {
  /** Draws links to help texts. */
  readonly links: (articles: readonly string[]) => ReactNode;
}

/** The member's chat, oldest message first: what the server has, then what waits on this phone. */
export function Chat({ links }: ChatProps): ReactNode {
  const t = useText();
  const { typed, onChange, search } = useSearch();
  const list = useListMessages(search);
  const { outbox, waiting } = useSendMessage();
  const first = list.data?.pages[0];
  const messages = list.data?.pages.flatMap((page) => page.messages).toReversed() ?? [];
  const conversations = new Map(
    list.data?.pages.flatMap((page) => page.conversations.map((one) => [one.number, one] as const)),
  );
  const known = new Set(messages.map(({ id }) => id));
  const newest = messages.at(-1)?.position ?? 0;
  // What was sent and is on an earlier page by now is not known here, and not new.
  const isAhead = ({ id, position }: Waiting): boolean =>
    !known.has(id) && (position === undefined || position > newest);
  const unsent = search === '' ? waiting.filter(isAhead) : [];
  const oldest = messages[0]?.position ?? 0;
  const { end, hasNew } = useChatEnd({ oldest, newest, unsent: unsent.length, isOn: search === '' });
  useMarkRead(search === '' && !hasNew ? first : undefined, newest, list.dataUpdatedAt);
  return (
    <>
      {(first?.conversation ?? null) === null && search === '' ? null : (
        <SearchField label={t('support.search')} typed={typed} onChange={onChange} maxLength={chatSearchLengthMax} />
      )}
      {list.hasNextPage ? (
        <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void fetchNext(list)}>
          {t(search === '' ? 'support.older' : 'support.searchOlder')}
        </Button>
      ) : null}
      <Loaded query={list} height={[72, 96, 72]} radius={14}>
        {() => (messages.length + unsent.length === 0 ? <Empty search={search} /> : null)}
      </Loaded>
      {messages.length + unsent.length === 0 ? null : (
        <ol className={styles.messages} role="log" aria-label={t('support.title')}>
          {messages.map((message, place) => (
            <Fragment key={message.position}>
              <Message
                message={message}
                links={links}
                state={first === undefined ? null : <Mark message={message} log={first} />}
              />
              {search === '' && messages[place + 1]?.conversation !== message.conversation ? (
                <ConversationEnd conversation={conversations.get(message.conversation)} />
              ) : null}
            </Fragment>
          ))}
          {unsent.map((message) => (
            <WaitingMessage key={message.id} message={message} outbox={outbox} />
          ))}
        </ol>
      )}
      {first?.conversation && first.conversation.closedAt === null ? (
        <TranscriptButton conversation={first.conversation} />
      ) : null}
      {end}
    </>
  );
}

function Empty({ search }: { readonly search: string }): ReactNode {
  const t = useText();
  if (search !== '') {
    return (
      <EmptyState icon="search" title={t('support.nothingFound')}>
        <span data-words>{search}</span>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="help" title={t('support.welcome')}>
      {t('support.welcomeText')}
    </EmptyState>
  );
}

/** How far an own message has come. */
function Mark({ message, log }: { readonly message: ChatMessage; readonly log: ChatLog }): ReactNode {
  const t = useText();
  const { author, position } = message;
  if (author !== 'member') return null;
  const state = position <= log.answered ? 'answered' : position <= log.seen ? 'seen' : 'sent';
  return <span data-mark={state}>{t(`support.${state}`)}</span>;
}

/** What is shown on a visible page is read. A mark that did not arrive is made again with the next reading (`readAt`). */
function useMarkRead(log: ChatLog | undefined, newest: number, readAt: number): void {
  const { mutate } = useMarkMessagesRead();
  const marked = useRef(0);
  const read = log?.read ?? newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const markNow = (): void => {
      if (newest <= Math.max(read, marked.current) || document.visibilityState !== 'visible') return;
      marked.current = newest;
      const isLost = (): void => {
        marked.current = 0;
      };
      mutate({ through: newest }, { onError: isLost });
    };
    markNow();
    document.addEventListener('visibilitychange', markNow);
    return () => document.removeEventListener('visibilitychange', markNow);
  }, [newest, read, readAt, mutate]);
}
