import './ui/style/fonts.css';
import './ui/style/tokens.css';
import './ui/style/base.css';
import { onlineManager } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { localeStore, startLocale } from './platform/i18n/locale-store.ts';
import { captureInstallPrompt } from './platform/installed/install.ts';
import { trackTyping } from './platform/installed/typed-input.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import type { PageNavigator } from './platform/navigation/navigation.tsx';
import { showNotLoaded } from './platform/not-loaded.ts';
import { startTheme } from './platform/theme.ts';
import { startNavigation } from './router.tsx';

startTheme();
startLocale();
captureInstallPrompt();
trackTyping();
// TanStack Query assumes online at the start and hears online and offline events only while it has a subscriber,
// which the app is from its first rendering: what happens before must not be missed.
onlineManager.subscribe(() => undefined);
onlineManager.setOnline(window.navigator.onLine);
const navigator = startNavigation();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root"');

/** Texts beyond the first screen's, and where the code of further pages is, load in the background. */
const moreAfterMs = 500;
const workerAfterMs = 1500;
const barAfterMs = 3000;

// Not to compete with the first screen's requests.
if (import.meta.env.PROD) {
  setTimeout(() => {
    import('./platform/installed/app-update.ts').then(({ startWorker }) => startWorker()).catch(() => undefined);
  }, workerAfterMs);
}

Promise.all([loadPage(localeStore.load), firstPage(navigator)]).then(() => {
  // As a transition, rendering is interruptible: the prerendered screen can be scrolled until the commit replaces it.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App navigator={navigator} />
      </StrictMode>,
    );
  });
  setTimeout(() => {
    localeStore.loadMore().catch(() => undefined);
    import('./more-pages.ts').catch(() => undefined);
  }, moreAfterMs);
}, showNotLoaded);

/** Resolves when the first page's code has loaded, or after a while, to show the progress bar. */
async function firstPage({ shown, subscribe }: PageNavigator): Promise<void> {
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => shown() && done());
    const timer = setTimeout(done, barAfterMs);
    function done(): void {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    }
  });
}
