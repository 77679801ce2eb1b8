import { type ReactNode, useState } from 'react';
import { imagePath, smallImagePath } from '#contract/images.ts';
import { apiBase } from '#web/platform/api/request.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './proof-thumbnail.module.css';

interface Picture {
  /** Full-size image. */
  readonly large: string;
  /** Thumbnail. */
  readonly small: string;
}

/** Address of the member's own image. */
export function pictureOfImage(id: string): Picture {
  const at = (path: string) => apiBase + path.replace('{image}', encodeURIComponent(id));
  return { large: at(imagePath), small: at(smallImagePath) };
}

/** A thumbnail that opens full size; a placeholder without one. */
export function ProofThumbnail({ picture }: { readonly picture: Picture | null }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [smallMissing, setSmallMissing] = useState<string | null>(null);
  const [largeMissing, setLargeMissing] = useState<string | null>(null);
  if (picture === null) {
    return (
      <span className={styles.place}>
        <Icon name="records" size={20} />
      </span>
    );
  }
  return (
    <>
      <button type="button" className={styles.place} aria-label={t('deposits.proofOpen')} onClick={() => setOpen(true)}>
        {smallMissing === picture.small ? (
          <Icon name="records" size={20} />
        ) : (
          <img
            className={styles.small}
            src={picture.small}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setSmallMissing(picture.small)}
          />
        )}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('deposits.proofTitle')}>
        {largeMissing === picture.large ? (
          <ErrorState onRetry={() => setLargeMissing(null)} />
        ) : (
          <img
            className={styles.large}
            src={picture.large}
            alt={t('deposits.proofTitle')}
            onError={() => setLargeMissing(picture.large)}
          />
        )}
      </Sheet>
    </>
  );
}
