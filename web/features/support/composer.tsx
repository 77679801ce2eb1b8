import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type ChatMessage, messageLengthMax, messageTextField } from '#contract/support-schemas.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { pictureTypes, preparePicture } from '#web/platform/pictures/redraw-picture.ts';
import { randomKey } from '#web/platform/random-key.ts';
import { Button } from '#web/ui/form/button.tsx';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { keepDraft, keptDraft } from './chat-draft.ts';
import type { Outbox } from './outbox.ts';
import styles from './support.module.css';
import { useObjectUrl } from './waiting-message.tsx';

interface ComposerProps {
  readonly outbox: Outbox;
  /** An object to be pinned to the next message. */
  readonly pin: ChatMessage['pin'];
  readonly onPinUsed: () => void;
}

/** Writes messages. Enter sends where there is a keyboard of its own; a phone's Enter begins a new line. */
export function Composer({ outbox, pin, onPinUsed }: ComposerProps): ReactNode {
  const t = useText();
  const [text, setText] = useState(keptDraft);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useObjectUrl(picture);
  const hasText = text.trim() !== '';
  const isEmpty = !hasText && picture === null && pin === null;

  const write = (next: string): void => {
    setText(next);
    keepDraft(next);
  };

  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (isEmpty) return;
    if (hasText && !messageTextField.safeParse(text).success) {
      setProblem(errorText('messageInvalid'));
      return;
    }
    const message = { id: randomKey(), text: hasText ? text : '', pin, picture, at: Date.now() };
    void outbox.add(message);
    write('');
    setPicture(null);
    setProblem(null);
    onPinUsed();
  }

  async function choose(file: Blob): Promise<void> {
    const prepared = await preparePicture(file);
    if (prepared.picture === null) return setProblem(errorText(prepared.error.code, prepared.error.values));
    setPicture(prepared.picture.blob);
    setProblem(null);
  }

  const sendOnEnter = (event: KeyboardEvent): void => {
    const hasMouse = window.matchMedia('(hover: hover) and (pointer: fine)').matches;
    if (event.key === 'Enter' && hasMouse && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  };

  return (
    <form className={styles.composer} onSubmit={send}>
      {pin === null ? null : (
        <p className={styles.attached}>
          <Icon name="records" size={16} />
          <span>
            {t(`support.pin-${pin.kind}`)} <code>{pin.id.slice(0, 8)}</code>
          </span>
          <IconButton icon="close" label={t('support.removePin')} onClick={onPinUsed} />
        </p>
      )}
      {preview === null ? null : (
        <p className={styles.attached}>
          <img src={preview} alt={t('support.image')} className={styles.preview} />
          <IconButton icon="close" label={t('support.removeImage')} onClick={() => setPicture(null)} />
        </p>
      )}
      <div className={styles.fields}>
        <PictureButton onChoose={(file) => void choose(file)} />
        <textarea
          className={styles.input}
          name="text"
          rows={1}
          value={text}
          maxLength={messageLengthMax}
          aria-label={t('support.message')}
          placeholder={t('support.message')}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnEnter}
        />
        <Button type="submit" inline disabled={isEmpty}>
          {t('support.send')}
        </Button>
      </div>
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}

function PictureButton({ onChoose }: { readonly onChoose: (file: Blob) => void }): ReactNode {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join()}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Reset, so that choosing the same file again fires a change event.
          target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <IconButton icon="withdraw" label={t('support.addImage')} onClick={() => input.current?.click()} />
    </>
  );
}
