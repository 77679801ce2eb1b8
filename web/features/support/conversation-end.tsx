import type { ReactNode } from 'react';
import type { ChatLog } from '#contract/support.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { outcomeToasts, showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import { useGetChatTranscript, useRateConversation } from './queries.ts';
import styles from './support.module.css';
import { transcriptHead, transcriptText } from './transcript.ts';

type Conversation = NonNullable<ChatLog['conversation']>;

const allStars = [1, 2, 3, 4, 5] as const;

interface ConversationProps {
  readonly conversation: Conversation;
}

/** Below the last message of a conversation that has ended: its rating, and its file. */
export function ConversationEnd({ conversation }: { readonly conversation: Conversation | undefined }): ReactNode {
  const t = useText();
  if (conversation === undefined || conversation.closedAt === null) return null;
  return (
    <li className={styles.end}>
      <Card title={t('support.ended')}>
        <Rating conversation={conversation} />
        <TranscriptButton conversation={conversation} />
      </Card>
    </li>
  );
}

function Rating({ conversation: { number, stars } }: ConversationProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const rate = useRateConversation();
  if (stars !== null) {
    return (
      <p className={common.text} data-words>
        {t('support.rated', { count: format.count(stars) })}
      </p>
    );
  }
  return (
    <fieldset className={styles.stars} aria-label={t('support.rate')}>
      <legend className={common.text}>{t('support.rate')}</legend>
      {allStars.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.star}
          aria-label={t('support.stars', { count: format.count(each) })}
          disabled={rate.isPending}
          onClick={() => rate.mutate({ conversation: number, stars: each }, outcomeToasts)}
        >
          <span aria-hidden="true">★</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Saves the conversation as a file. */
export function TranscriptButton({ conversation }: ConversationProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const transcript = useGetChatTranscript((messages) => transcriptText(messages, t, format));
  const save = () =>
    transcript.mutate(conversation.number, {
      onSuccess: (texts) =>
        saveFile('clearlot-chat.txt', 'text/plain;charset=utf-8', transcriptHead(t) + texts.join('\n')),
      onError: showFailure,
    });
  return (
    <Button kind="quiet" busy={transcript.isPending} onClick={save}>
      {t('support.transcript')}
    </Button>
  );
}
