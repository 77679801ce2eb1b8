import { type ReactNode, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { SessionGuard } from './features/account/session-guard.tsx';
import { useText } from './platform/i18n/text.ts';
import { routeOf } from './routes.tsx';
import styles from './shell.module.css';
import { SourceSheet } from './ui/source-sheet.tsx';
import { OfflineBar } from './ui/states.tsx';
import { TabBar } from './ui/tab-bar.tsx';
import { ToastRegion } from './ui/toast.tsx';

/** What stays while pages change. */
export function Shell(): ReactNode {
  const { pathname } = useLocation();
  const changing = useNavigation().state === 'loading';
  return (
    <>
      <OfflineBar />
      {changing ? <div className={styles.progress} /> : null}
      <Outlet />
      {routeOf(pathname)?.tabBar ? <MainTabs /> : null}
      <ScrollRestoration />
      <ToastRegion />
      <SourceSheet />
      <SessionGuard />
    </>
  );
}

function MainTabs(): ReactNode {
  const t = useText();
  useEffect(prefetchTabs, []);
  return (
    <TabBar
      label={t('shell.tabs')}
      tabs={[
        { path: '/homeTab', label: t('shell.home'), icon: 'home' },
        { path: '/tab1', label: t('shell.quantization'), icon: 'bars' },
        { path: '/tab4', label: t('shell.assets'), icon: 'wallet' },
      ]}
    />
  );
}

/** Fetches the other tabs' code once this page has settled, so that the first slide waits for nothing. */
function prefetchTabs(): () => void {
  const timer = setTimeout(() => {
    for (const path of ['/homeTab', '/tab1', '/tab4']) {
      routeOf(path)
        ?.page()
        .catch(() => undefined);
    }
  }, 2500);
  return () => clearTimeout(timer);
}

/** Before the first page's code is there. */
export function LoadingFrame(): ReactNode {
  return <div className={styles.progress} />;
}
