import { type ReactNode, useId } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { IconButton } from '../form/icon-button.tsx';
import { useModal } from './modal.ts';
import styles from './sheet.module.css';
import { useSwipeDown } from './swipe-down.ts';

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Height of the scrolling part in pixels; that of its content when left out. */
  readonly height?: number | undefined;
  readonly children: ReactNode;
}

/** A bottom sheet. Its content is rendered only while it is open. */
export function Sheet({ open, onClose, title, height, children }: SheetProps): ReactNode {
  const t = useText();
  const dialog = useModal(open);
  const titleId = useId();
  const handle = useSwipeDown(dialog, onClose);
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {open ? (
        <div className={styles.panel}>
          <div className={styles.head} {...handle}>
            <span className={styles.grip} aria-hidden="true" />
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton icon="close" label={t('shell.close')} onClick={onClose} />
          </div>
          <div className={styles.body} style={height === undefined ? undefined : { height }}>
            {children}
          </div>
        </div>
      ) : null}
    </dialog>
  );
}
