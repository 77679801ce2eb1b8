import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from '#web/platform/navigation/navigation.tsx';

const securityPages = new Set(
  [
    '/securityCenter',
    '/card',
    '/editbank',
    '/bankPwd',
    '/user_money_pwd',
    '/loginPwd',
    '/resetPassword',
    '/forgotten',
  ].map((path) => path.toLowerCase()),
);

/** Whether the page is one where members do what counts as an act; it shows acts itself. */
export const isSecurityPage = (path: string): boolean => securityPages.has(path.toLowerCase());

const justNowMs = 5_000;

/** Whether the member is on such a page, or was a moment ago, so that the newest act is probably their own. */
export function useShowsActs(): () => boolean {
  const { path } = useLocation();
  const until = useRef(0);
  useEffect(() => {
    if (!isSecurityPage(path)) return;
    until.current = Number.POSITIVE_INFINITY;
    return () => {
      until.current = Date.now() + justNowMs;
    };
  }, [path]);
  return useCallback(() => Date.now() < until.current, []);
}
