import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { readConversation } from '#contract/support-inbox.ts';
import { type ChatMessage, chatSearchLengthMax } from '#contract/support-schemas.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { Button } from '#web/ui/form/button.tsx';
import { SearchField, useSearch } from '#web/ui/form/search-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { useConsoleText } from '../locale.ts';
import { useGetOperatorSession } from '../queries/operators.ts';
import { refreshMs } from '../queries/refresh.ts';
import {
  useAssignConversation,
  useCloseConversation,
  useMarkConversationSeen,
  useReadConversation,
} from '../queries/support.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Gone } from '../ui/gone.tsx';
import styles from '../ui/layout.module.css';
import { MemberLink } from '../ui/member-link.tsx';
import { Rating } from '../ui/rating.tsx';
import { Select } from '../ui/select.tsx';
import { At } from '../ui/values.tsx';
import { Answer } from './answer.tsx';
import { PinnedObject } from './pinned-object.tsx';

interface ConversationProps {
  /** The member's number. */
  readonly member: string;
}

/** A member's chat, the newest message last, with the answer below it. */
export function Conversation({ member }: ConversationProps): ReactNode {
  const t = useConsoleText();
  const { typed, onChange, search } = useSearch();
  const whole = useReadConversation(member);
  const newest = whole.data?.pages[0];
  const chat = useReadConversation(member, search);
  const conversations = chat.data?.pages.flatMap((page) => page.conversations) ?? [];
  const position = newest?.messages[0]?.position ?? 0;
  useSeen(member, position, newest?.seen ?? 0);
  const title = t('inbox.conversation', { member });
  const account = <MemberLink member={member} username={t('members.account')} />;
  if (refusalCode(whole.error) === 'chatUnknown') return <Gone title={title} aside={account} error={whole.error} />;
  return (
    <Card title={title} aside={account}>
      <SearchField label={t('inbox.search')} typed={typed} onChange={onChange} maxLength={chatSearchLengthMax} />
      <PagedList
        list={chat}
        itemsOf={({ messages }) => messages}
        height={320}
        empty={<p>{t(search === '' ? 'inbox.none' : 'inbox.nothingFound')}</p>}
        moreText={t(search === '' ? 'inbox.earlier' : 'inbox.searchEarlier')}
      >
        {(messages) => (
          <ol className={styles.chat}>
            {messages.toReversed().map((message, place, shown) => (
              <Fragment key={message.position}>
                <Message member={member} message={message} />
                {search !== '' || shown[place + 1]?.conversation === message.conversation ? null : (
                  <End conversation={conversations.find(({ number }) => number === message.conversation)} />
                )}
              </Fragment>
            ))}
          </ol>
        )}
      </PagedList>
      {newest === undefined ? null : newest.conversation.closedAt === null ? (
        <>
          <Assignment
            member={member}
            conversation={newest.conversation.number}
            through={position}
            assigned={newest.assigned}
            operators={newest.operators}
          />
          <Answer member={member} locale={newest.locale} through={position} />
        </>
      ) : (
        <p className={styles.quiet}>{t('inbox.isClosed')}</p>
      )}
    </Card>
  );
}

interface EndProps {
  readonly conversation: OutputOf<typeof readConversation>['conversation'] | undefined;
}

/** Below the last message of a conversation that has ended: when, and how the member rated it. */
function End({ conversation }: EndProps): ReactNode {
  const t = useConsoleText();
  if (conversation === undefined || conversation.closedAt === null) return null;
  return (
    <li className={styles.quiet} data-end={conversation.number}>
      {t('inbox.endedAt')} · <At at={conversation.closedAt} /> · {t('inbox.rating')}:{' '}
      <Rating stars={conversation.stars} />
    </li>
  );
}

/** Marks the conversation as seen once for each newest message, and retries where the request failed. */
function useSeen(member: string, position: number, seen: number): void {
  const { mutate } = useMarkConversationSeen();
  useEffect(() => {
    let isShown = true;
    let again: ReturnType<typeof setTimeout>;
    const onError = (): void => {
      if (isShown) again = setTimeout(markNow, refreshMs);
    };
    const markNow = (): void => {
      clearTimeout(again);
      if (position > seen && document.visibilityState === 'visible') mutate({ member, through: position }, { onError });
    };
    markNow();
    document.addEventListener('visibilitychange', markNow);
    return () => {
      isShown = false;
      clearTimeout(again);
      document.removeEventListener('visibilitychange', markNow);
    };
  }, [mutate, member, position, seen]);
}

interface MessageProps extends ConversationProps {
  readonly message: ChatMessage;
}

/** A message as it was written: markup in it is text. */
function Message({ member, message }: MessageProps): ReactNode {
  const t = useConsoleText();
  const { author, text, image, pin, articles, at, position } = message;
  const [isPinOpen, setPinOpen] = useState(false);
  return (
    <li className={styles.message} data-author={author}>
      <p className={styles.quiet}>
        {t(`inbox.by-${author}`)} · <At at={at} />
      </p>
      {text === '' ? null : (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      {articles.length === 0 ? null : (
        <p className={styles.quiet}>{t('inbox.articles', { articles: articles.join(', ') })}</p>
      )}
      {image === null ? null : (
        <img
          className={styles.picture}
          src={`/api/operator/chat/image/${member}-${image}`}
          alt={t('inbox.image')}
          loading="lazy"
        />
      )}
      {pin === null ? null : (
        <>
          <Button inline kind="outline" onClick={() => setPinOpen(!isPinOpen)}>
            {t(`inbox.pin-${pin.kind}`)} {pin.id.slice(0, 8)}
          </Button>
          {isPinOpen ? <PinnedObject member={member} position={position} /> : null}
        </>
      )}
    </li>
  );
}

interface AssignmentProps extends ConversationProps {
  /** Number of the open one. */
  readonly conversation: number;
  /** The newest message that is shown. */
  readonly through: number;
  readonly assigned: string | null;
  /** Whom it can be given to. */
  readonly operators: readonly string[];
}

const nobody = '';

/** Who has the conversation: the operator takes it on or over, gives it to a colleague, or back to the queue. */
function Assignment({ member, conversation, through, assigned, operators }: AssignmentProps): ReactNode {
  const t = useConsoleText();
  const assign = useAssignConversation();
  const close = useCloseConversation();
  const own = useGetOperatorSession().data?.operator;
  const give = (to: string) => assign.mutate(to === nobody ? { member } : { member, to });
  return (
    <>
      <div className={styles.acts}>
        <Select
          label={t('inbox.assigned')}
          value={assigned ?? nobody}
          options={[
            { value: nobody, label: t('inbox.unassigned') },
            ...[...new Set([...operators, ...(assigned === null ? [] : [assigned])])].map((name) => ({
              value: name,
              label: name,
            })),
          ]}
          onChange={give}
        />
        {own === undefined || assigned === own ? null : (
          <Button inline kind="outline" busy={assign.isPending} onClick={() => give(own)}>
            {t(assigned === null ? 'inbox.take' : 'inbox.takeOver')}
          </Button>
        )}
        <Confirm label={t('inbox.closeIt')} mutation={close} input={{ member, conversation, through }}>
          {t('inbox.closeText')}
        </Confirm>
      </div>
      {assign.error === null ? null : <p role="alert">{problemText(assign.error)}</p>}
    </>
  );
}
