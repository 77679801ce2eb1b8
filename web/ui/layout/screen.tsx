import { type ReactNode, useEffect } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { OfflineBar } from '../feedback/states.tsx';
import { Icon } from '../picture/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './screen.module.css';

const productName = 'Clearlot';

interface ScreenProps {
  readonly title: string;
  /** Right of the PAPER chip: a short figure, a name, a button. */
  readonly aside?: ReactNode;
  /** Shows a back arrow in place of the brand mark. */
  readonly onBack?: (() => void) | undefined;
  /** Leaves room for the tab bar. */
  readonly overTabBar?: boolean;
  /** Sticks to the bottom. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen: header with brand, title and PAPER chip, then the content. */
export function Screen({ title, aside, onBack, overTabBar = false, footer, children }: ScreenProps): ReactNode {
  const t = useText();
  useEffect(() => {
    document.title = title === productName ? title : `${title} · ${productName}`;
  }, [title]);
  return (
    <div className={classNames(styles.screen, overTabBar && styles.overTabBar)}>
      <div className={styles.top}>
        <OfflineBar />
        <header className={styles.header}>
          {onBack === undefined ? (
            <span className={styles.mark}>
              <Icon name="mark" />
            </span>
          ) : (
            <button type="button" className={styles.back} onClick={onBack} aria-label={t('shell.back')}>
              <Icon name="back" />
            </button>
          )}
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          <span className={styles.paper} title={t('shell.paperLong')}>
            PAPER
          </span>
          {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
        </header>
      </div>
      <main className={styles.content}>{children}</main>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </div>
  );
}
