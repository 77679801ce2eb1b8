import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Locale } from '#contract/locale.ts';
import { answerConversation } from '#contract/support-inbox.ts';
import { messageLengthMax } from '#contract/support-schemas.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { createSubmissionKeys, type SubmissionKeys } from '#web/platform/api/submission-keys.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { pictureTypes, preparePicture } from '#web/platform/pictures/redraw-picture.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useConsoleText } from '../locale.ts';
import { useAnswerConversation, useListSnippets, useSendChatImage } from '../queries/support.ts';
import { useKeptState } from '../ui/kept-state.ts';
import styles from '../ui/layout.module.css';
import { Select } from '../ui/select.tsx';

interface AnswerProps {
  readonly member: string;
  /** The member's language: its snippets are offered. */
  readonly locale: Locale;
  /** The newest message that is shown: what is answered. */
  readonly through: number;
}

/** In the form of an id, to check what was typed. */
const anyId = '0'.repeat(16);

/** What is being written to a member, with the key that it is sent under. */
interface Written {
  readonly text: string;
  readonly keys: SubmissionKeys;
}

/** What is left of it once an answer was sent: what stands below that, or all of it where it was written anew. */
function leftToSend(written: Written, sent: string): Written | null {
  const added = written.text.startsWith(sent) ? written.text.slice(sent.length) : null;
  // Of another text that begins with the same letters nothing was sent.
  if (added === null || /^\S/.test(added)) return written;
  const text = added.trimStart();
  return text === '' ? null : { ...written, text };
}

/** The answer to a member. Sent again after a lost response it is the same message. */
export function Answer({ member, locale, through }: AnswerProps): ReactNode {
  const t = useConsoleText();
  const id = useId();
  const [written, setWritten] = useKeptState<Written>(`answer to ${member}`);
  const { text, keys } = written ?? { text: '', keys: createSubmissionKeys() };
  const write = (changed: string) => setWritten(() => ({ text: changed.slice(0, messageLengthMax), keys }));
  const answer = useAnswerConversation();
  const snippets = (useListSnippets().data ?? []).filter((snippet) => snippet.locale === locale);
  const inputOf = (messageId: string) =>
    decodeForm(answerConversation, { member, id: messageId, text, through: String(through) }).input;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const input = inputOf(keys.keyFor(text));
    if (input === null || answer.isPending) return;
    // Also where the operator has left the conversation meanwhile. What was written on since is not sent yet.
    answer.mutateAsync(input).then(
      () => {
        keys.settle(text);
        setWritten((current) => current && leftToSend(current, text));
      },
      () => undefined,
    );
  };
  return (
    <form className={styles.answer} onSubmit={send}>
      {snippets.length === 0 ? null : (
        <Select
          label={t('inbox.snippet')}
          value=""
          options={[
            { value: '', label: t('inbox.chooseSnippet') },
            ...snippets.map((snippet) => ({ value: snippet.id, label: snippet.title })),
          ]}
          onChange={(chosen) => {
            const snippet = snippets.find(({ id: one }) => one === chosen);
            if (snippet !== undefined) write(text === '' ? snippet.text : `${text}\n${snippet.text}`);
          }}
        />
      )}
      <label htmlFor={id}>{t('inbox.answer')}</label>
      <textarea
        id={id}
        rows={4}
        maxLength={messageLengthMax}
        value={text}
        readOnly={answer.isPending}
        dir="auto"
        onChange={(event) => write(event.target.value)}
      />
      {answer.error === null ? null : <p role="alert">{problemText(answer.error)}</p>}
      <div className={styles.acts}>
        <SendImage member={member} through={through} />
        <Button type="submit" inline busy={answer.isPending} disabled={inputOf(anyId) === null}>
          {t('inbox.send')}
        </Button>
      </div>
    </form>
  );
}

/** Sends a picture of this device. It is made smaller here, and drawn afresh by the server. */
function SendImage({ member, through }: Omit<AnswerProps, 'locale'>): ReactNode {
  const t = useConsoleText();
  const input = useRef<HTMLInputElement>(null);
  const [keys] = useState(() => createSubmissionKeys());
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSendChatImage();
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    send.reset();
    const { picture, error } = await preparePicture(file);
    if (picture === null) return setProblem(errorText(error.code, error.values));
    const name = `${file.name} ${file.size} ${file.lastModified}`;
    const id = keys.keyFor(name);
    send.mutate({ member, id, through, picture: picture.blob }, { onSuccess: () => keys.settle(name) });
  };
  const shown = problem ?? (send.error === null ? null : problemText(send.error));
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join()}
        aria-label={t('inbox.sendImage')}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button inline kind="outline" busy={send.isPending} onClick={() => input.current?.click()}>
        {t('inbox.sendImage')}
      </Button>
      {shown === null ? null : <p role="alert">{shown}</p>}
    </>
  );
}
