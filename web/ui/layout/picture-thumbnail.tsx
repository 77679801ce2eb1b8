import { type ReactNode, useState } from 'react';
import { imagePath, smallImagePath } from '#contract/images.ts';
import { apiBase } from '#web/platform/api/request.ts';
import { ErrorState } from '../feedback/states.tsx';
import { Sheet } from '../overlay/sheet.tsx';
import { Icon } from '../picture/icon.tsx';
import styles from './picture-thumbnail.module.css';

/** Addresses of the full-size image and of its thumbnail. */
export interface Picture {
  readonly large: string;
  readonly small: string;
}

/** Address of the member's own image. */
export function pictureOfImage(id: string): Picture {
  const at = (path: string) => apiBase + path.replace('{image}', encodeURIComponent(id));
  return { large: at(imagePath), small: at(smallImagePath) };
}

interface PictureThumbnailProps {
  readonly picture: Picture | null;
  /** What the picture shows. */
  readonly title: string;
  /** Of the button that opens it. */
  readonly openLabel: string;
}

/** A thumbnail that opens full size; a placeholder without one. */
export function PictureThumbnail({ picture, title, openLabel }: PictureThumbnailProps): ReactNode {
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
      <button type="button" className={styles.place} aria-label={openLabel} onClick={() => setOpen(true)}>
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
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        {largeMissing === picture.large ? (
          <ErrorState onRetry={() => setLargeMissing(null)} />
        ) : (
          <img
            className={styles.large}
            src={picture.large}
            alt={title}
            onError={() => setLargeMissing(picture.large)}
          />
        )}
      </Sheet>
    </>
  );
}
