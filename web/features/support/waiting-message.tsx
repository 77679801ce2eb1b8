import { type ReactNode, useEffect, useState } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { ApiRefusal } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Message } from './message.tsx';
import type { Outbox, WaitingMessage as Waiting } from './outbox.ts';
import styles from './support.module.css';

/** A message that is on this phone: it waits, or says why it was refused. */
export function WaitingMessage({ message, outbox }: { readonly message: Waiting; readonly outbox: Outbox }): ReactNode {
  const t = useText();
  const preview = useObjectUrl(message.picture);
  const { problem, refusal } = message;
  return (
    <Message
      message={{ ...message, author: 'member', articles: [] }}
      preview={preview}
      links={() => null}
      state={
        problem === null ? (
          <span>{t('support.waiting')}</span>
        ) : (
          <span role="alert" className={styles.problem}>
            {t('support.notSent')}{' '}
            {refusal ? problemText(new ApiRefusal(refusal.code, problem, refusal.locale)) : problem}{' '}
            <button type="button" className={styles.act} onClick={() => void outbox.retry(message)}>
              {t('support.sendAgain')}
            </button>{' '}
            <button type="button" className={styles.act} onClick={() => void outbox.discard(message)}>
              {t('support.discard')}
            </button>
          </span>
        )
      }
    />
  );
}

/** An address of a picture on this phone, for as long as it is drawn. */
export function useObjectUrl(picture: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (picture === null) return setAddress(null);
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}
