import type { ReactNode } from 'react';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { PictureThumbnail, pictureOfImage } from '#web/ui/layout/picture-thumbnail.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { pathOfPin } from './pins.ts';
import styles from './support.module.css';

interface MessageProps {
  readonly message: Pick<ChatMessage, 'author' | 'text' | 'image' | 'pin' | 'articles' | 'at'>;
  /** Address of an image that is on this phone alone. */
  readonly preview?: string | null;
  /** Below the message: whether it was seen, or why it was not sent. */
  readonly state?: ReactNode;
  /** Draws links to help texts. */
  readonly links: (articles: readonly string[]) => ReactNode;
}

/** A message. Its text is shown as it was written: markup in it is text. */
export function Message({ message, preview = null, state, links }: MessageProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { author, text, image, pin, articles, at } = message;
  const picture = preview === null ? image && pictureOfImage(image) : { large: preview, small: preview };
  return (
    <li className={classNames(styles.message, author === 'member' && styles.own)} data-author={author}>
      <p className={styles.author}>{t(`support.${author}`)}</p>
      {author === 'automatic' ? (
        <p className={styles.text}>{t(articles.length > 0 ? 'support.automaticText' : 'support.automaticNone')}</p>
      ) : null}
      {articles.length > 0 ? links(articles) : null}
      {text === '' ? null : (
        <p className={styles.text} dir="auto" data-words>
          {text}
        </p>
      )}
      {picture ? (
        <PictureThumbnail picture={picture} title={t('support.image')} openLabel={t('support.openImage')} />
      ) : null}
      {pin === null ? null : (
        <Go to={pathOfPin(pin)} className={styles.pin}>
          <Icon name="records" size={16} />
          {t(`support.pin-${pin.kind}`)} <code>{pin.id.slice(0, 8)}</code>
        </Go>
      )}
      <p className={styles.state}>
        <time dateTime={new Date(at).toISOString()}>{format.dayTime(at)}</time>
        {state}
      </p>
    </li>
  );
}
