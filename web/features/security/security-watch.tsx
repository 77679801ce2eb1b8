import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { usePlace } from '#web/platform/navigation/navigation.tsx';
import { keep, readKept } from '#web/platform/session/kept-answer.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { useListSecurityActs } from './queries.ts';
import { isNews, isOwnPage } from './unseen-acts.ts';

/** Announces security acts on every page, including those since the last visit. */
export function SecurityWatch(): ReactNode {
  useToldActs();
  return null;
}

const justNowMs = 5_000;
const onPhone = () => localStorage;

/** Announces the newest act once per phone. */
function useToldActs(): void {
  const t = useText();
  const username = useUsername();
  const { path } = usePlace();
  const atItUntil = useRef(0);
  useEffect(() => {
    if (!isOwnPage(path)) return;
    atItUntil.current = Number.POSITIVE_INFINITY;
    return () => {
      atItUntil.current = Date.now() + justNowMs;
    };
  }, [path]);

  const acts = useListSecurityActs().data?.pages[0];
  const newest = acts?.[0];
  const meet = useEffectEvent((id: string, name: string) => {
    const key = `security-act:${username ?? ''}`;
    const isAtIt = Date.now() < atItUntil.current;
    if (newest && isNews(id, { last: readKept(onPhone, key), isAtIt })) showToast(t('recovery.told', { act: name }));
    keep(onPhone, key, id);
  });
  const hasLoaded = acts !== undefined;
  useEffect(() => {
    // "0" sorts before every id: marks an account without acts as visited.
    if (hasLoaded) meet(newest?.id ?? '0', newest ? t(`security.act-${newest.act}`) : '');
  }, [hasLoaded, newest, t]);
}
