import { type ReactNode, useEffect, useRef } from 'react';
import { SessionGuard } from './features/identity/sessions/session-guard.tsx';
import { BrokenPage } from './pages/broken.tsx';
import { codeOf } from './pages.ts';
import { localeStore } from './platform/i18n/locale-store.ts';
import { useText } from './platform/i18n/text.ts';
import { usePageLoading, useShown } from './platform/navigation/navigation.tsx';
import { useUsername } from './platform/session/use-username.ts';
import { useStore } from './platform/use-store.ts';
import { routeOf } from './routes.ts';
import styles from './shell.module.css';
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx';
import { ToastRegion } from './ui/feedback/toast.tsx';
import { hideSource, sourceStore } from './ui/figure/source.ts';
import { TabBar } from './ui/layout/tab-bar.tsx';
import { clientPiece } from './ui/loading/client-piece.tsx';
import { LazySheet, lazyComponent, usePrefetch } from './ui/loading/lazy-component.tsx';

/** The current page, and what stays across page changes. */
export function Shell(): ReactNode {
  const shown = useShown();
  const loading = usePageLoading();
  useHeadingFocus(shown?.location.path);
  if (shown === null) return <div className={styles.progress} />;
  const { page: Page, location } = shown;
  const route = routeOf(location.path);
  return (
    <>
      {loading ? <div className={styles.progress} /> : null}
      <ErrorBoundary key={location.path} fallback={<BrokenPage />}>
        <Page method={route?.method} />
      </ErrorBoundary>
      {route?.tabBar ? <MainTabs /> : null}
      <UpdateNote />
      <ToastRegion />
      <Explanation />
      <SessionGuard />
      <SignedInParts />
    </>
  );
}

const sourceSheet = lazyComponent(async () => (await import('./ui/figure/source-sheet.tsx')).SourceSheet);
const prefetched = [sourceSheet];

/** The source explanation of the figure that was tapped. */
function Explanation(): ReactNode {
  const shown = useStore(sourceStore.subscribe, sourceStore.snapshot);
  usePrefetch(prefetched);
  return <LazySheet code={sourceSheet} props={{ open: shown !== null, onClose: hideSource }} />;
}

/** For signed-in members: the session check, announcements, and the profile's time zone and language. */
function SignedInParts(): ReactNode {
  if (useUsername() === null) return null;
  return (
    <>
      <LoginCheck />
      <MemberAnnouncements />
      <MemberPreferences />
    </>
  );
}

const MemberAnnouncements = clientPiece(async () => {
  await localeStore.loadMore();
  return (await import('./member-announcements.tsx')).MemberAnnouncements;
});
const UpdateNote = clientPiece(async () => (await import('./features/preferences/update-note.tsx')).UpdateNote);
const LoginCheck = clientPiece(async () => (await import('./features/identity/sessions/login-check.tsx')).LoginCheck);
const MemberPreferences = clientPiece(
  async () => (await import('./features/profile/member-preferences.tsx')).MemberPreferences,
);

/** Moves focus to the new page's heading, for screen readers and keyboards. */
function useHeadingFocus(path: string | undefined): void {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
    before.current = path;
  }, [path]);
}

const tabPaths = ['/homeTab', '/tab1', '/tab4'] as const;
const prefetchAfterMs = 2500;

function MainTabs(): ReactNode {
  const t = useText();
  useEffect(prefetchTabs, []);
  return (
    <TabBar
      label={t('shell.tabs')}
      tabs={[
        { path: tabPaths[0], label: t('shell.home'), icon: 'home' },
        { path: tabPaths[1], label: t('shell.quantization'), icon: 'bars' },
        { path: tabPaths[2], label: t('shell.assets'), icon: 'wallet' },
      ]}
    />
  );
}

/** Prefetches the other tabs' code once this page has settled. */
function prefetchTabs(): () => void {
  const timer = setTimeout(() => {
    for (const page of ['home', 'trading', 'assets'] as const) codeOf(page).catch(() => undefined);
  }, prefetchAfterMs);
  return () => clearTimeout(timer);
}
