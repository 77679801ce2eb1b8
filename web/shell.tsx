import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { SessionGuard } from './features/identity/sessions/session-guard.tsx';
import { UpdateNote } from './features/preferences/update-note.tsx';
import { BrokenPage } from './pages/broken.tsx';
import { localeStore } from './platform/i18n/locale-store.ts';
import { useText } from './platform/i18n/text.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import { usePageLoading, useShown } from './platform/navigation/navigation.tsx';
import { useUsername } from './platform/session/use-username.ts';
import { routeOf } from './routes.tsx';
import styles from './shell.module.css';
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx';
import { ToastRegion } from './ui/feedback/toast.tsx';
import { hideSource, sourceStore } from './ui/figure/source.ts';
import { TabBar } from './ui/layout/tab-bar.tsx';
import { LazySheet, lazyComponent, useFetchedSoon } from './ui/loading/lazy-component.tsx';

/** The page that is open, and what stays while pages change. */
export function Shell(): ReactNode {
  const shown = useShown();
  const loading = usePageLoading();
  useHeadingFocus(shown?.place.path);
  if (shown === null) return <div className={styles.progress} />;
  const { page: Page, place } = shown;
  const route = routeOf(place.path);
  return (
    <>
      {loading ? <div className={styles.progress} /> : null}
      <ErrorBoundary key={place.path} fallback={<BrokenPage />}>
        <Page feature={route?.feature} />
      </ErrorBoundary>
      {route?.tabBar ? <MainTabs /> : null}
      <UpdateNote />
      <ToastRegion />
      <Explanation />
      <SessionGuard />
      <News />
    </>
  );
}

const sourceSheet = lazyComponent(async () => (await import('./ui/figure/source-sheet.tsx')).SourceSheet);
const lazyPieces = [sourceSheet];

/** Where the number that was tapped comes from. */
function Explanation(): ReactNode {
  const shown = useSyncExternalStore(sourceStore.subscribe, sourceStore.snapshot);
  useFetchedSoon(lazyPieces);
  return <LazySheet code={sourceSheet} props={{ open: shown !== null, onClose: hideSource }} />;
}

/** Whether the member is still signed in, notices and security acts that come meanwhile, and the time zone that moments are told in. */
function News(): ReactNode {
  if (useUsername() === null) return null;
  return (
    <Suspense fallback={null}>
      <LoginCheck />
      <MemberNews />
      <MemberZone />
    </Suspense>
  );
}

const MemberNews = lazy(() =>
  loadPage(async () => {
    await localeStore.loadMore();
    return { default: (await import('./news.tsx')).MemberNews };
  }).catch(() => ({
    default: () => null,
  })),
);

const LoginCheck = lazy(() =>
  loadPage(async () => ({
    default: (await import('./features/identity/sessions/login-check.tsx')).LoginCheck,
  })).catch(() => ({
    default: () => null,
  })),
);

const MemberZone = lazy(() =>
  loadPage(async () => ({ default: (await import('./features/profile/member-zone.tsx')).MemberZone })).catch(() => ({
    default: () => null,
  })),
);

/** A new page is a new place to read from: screen readers and keyboards start at its heading. */
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

/** Fetches the other tabs' code once this page has settled, so that the first slide waits for nothing. */
function prefetchTabs(): () => void {
  const timer = setTimeout(() => {
    for (const path of tabPaths) {
      routeOf(path)
        ?.page()
        .catch(() => undefined);
    }
  }, prefetchAfterMs);
  return () => clearTimeout(timer);
}
