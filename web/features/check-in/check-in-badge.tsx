import { type ReactNode, useCallback, useState } from 'react';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useNavigator, useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { clientPiece } from '#web/ui/loading/client-piece.tsx';
import { LazySheet, lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './check-in-badge.module.css';

const checkInSheet = lazyComponent(async () => {
  await localeStore.loadMore();
  return (await import('./check-in-sheet.tsx')).CheckInSheet;
});

/** A dot while today's check-in is open. */
const CheckInDot = clientPiece(async () => (await import('./check-in-dot.tsx')).CheckInDot);

/** The heart that opens the daily check-in; the address `/homeTab?checkIn` opens it, too. */
export function CheckInBadge(): ReactNode {
  const t = useText();
  const navigator = useNavigator();
  const isAsked = useQueryParameter('checkIn') !== null;
  const [open, setOpen] = useState(isAsked);
  const close = useCallback((): void => {
    setOpen(false);
    if (isAsked) navigator.replaceSearch('');
  }, [isAsked, navigator]);
  return (
    <>
      <button
        type="button"
        className={styles.badge}
        aria-haspopup="dialog"
        aria-label={t('home.checkIn')}
        onClick={() => setOpen(true)}
      >
        <Icon name="heart" size={20} />
        <CheckInDot />
      </button>
      <LazySheet code={checkInSheet} props={{ open, onClose: close }} />
    </>
  );
}
