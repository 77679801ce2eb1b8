import { type ReactNode, useEffect, useState } from 'react';
import { getAccountInfo } from '#contract/profile-account.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { isOfEarlier } from '#web/platform/session/name-owner.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

/** On any page, once a day: says that what protects the member does not follow from the security history, and leads to where it stands. */
export function HistoryKeeper({ isShownByPage }: { readonly isShownByPage: boolean }): ReactNode {
  const username = useUsername();
  const account = useRead(getAccountInfo, {}).data;
  // What is kept may be of a deleted account whose name this one has, until it is forgotten.
  const isOwn = username !== null && account?.username === username && !isOfEarlier(username, account.registeredAt);
  const [differs, setDiffers] = useState(false);
  useEffect(() => {
    if (!isOwn) return;
    let isLeft = false;
    const check = async (): Promise<void> => {
      const { checkDaily } = await import('./history-query.ts');
      if (!(await checkDaily(username))) return;
      await localeStore.loadMore();
      if (!isLeft) setDiffers(true);
    };
    check().catch(() => undefined);
    return () => {
      isLeft = true;
      setDiffers(false);
    };
  }, [isOwn, username]);
  return differs && !isShownByPage ? <Warning onClose={() => setDiffers(false)} /> : null;
}

function Warning({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText();
  const go = useGo();
  const look = () => {
    onClose();
    go('/securityCenter');
  };
  return (
    <Dialog
      open
      title={t('security.heldDiffers')}
      onClose={onClose}
      actions={[
        { label: t('assets.security'), onPress: look },
        { label: t('shell.cancel'), onPress: onClose, kind: 'quiet' },
      ]}
    >
      {t('security.heldText')}
    </Dialog>
  );
}
