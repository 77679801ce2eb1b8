import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { readStored, store } from '#web/platform/session/stored-value.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { useListSecurityActs } from './queries.ts';
import { isSecurityPage, isUnannounced } from './unseen-acts.ts';

/** Announces security acts on every page, including those since the last visit. */
export function SecurityWatch(): ReactNode {
  useActAnnouncements();
  return null;
}

const justNowMs = 5_000;
const onPhone = () => localStorage;

/** Announces the newest act once per phone. */
function useActAnnouncements(): void {
  const t = useText();
  const username = useUsername();
  const { path } = useLocation();
  const onSecurityPageUntil = useRef(0);
  useEffect(() => {
    if (!isSecurityPage(path)) return;
    onSecurityPageUntil.current = Number.POSITIVE_INFINITY;
    return () => {
      onSecurityPageUntil.current = Date.now() + justNowMs;
    };
  }, [path]);

  const acts = useListSecurityActs().data?.pages[0];
  const newest = acts?.[0];
  const announce = useEffectEvent((id: string, name: string) => {
    const key = `security-act:${username ?? ''}`;
    const isOnSecurityPage = Date.now() < onSecurityPageUntil.current;
    if (newest && isUnannounced(id, { last: readStored(onPhone, key), isOnSecurityPage }))
      showToast(t('recovery.told', { act: name }));
    store(onPhone, key, id);
  });
  const hasLoaded = acts !== undefined;
  useEffect(() => {
    // "0" sorts before every id: marks an account without acts as visited.
    if (hasLoaded) announce(newest?.id ?? '0', newest ? t(`security.act-${newest.act}`) : '');
  }, [hasLoaded, newest, t]);
}
