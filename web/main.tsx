import './ui/style/fonts.css';
import './ui/style/tokens.css';
import './ui/style/base.css';
import { onlineManager } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { localeStore, startLocale } from './platform/i18n/locale-store.ts';
import { rememberTyping, startWorker } from './platform/installed/app-update.ts';
import { keepInstallOffer } from './platform/installed/install.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import type { PageNavigator } from './platform/navigation/navigation.tsx';
import { sayNotLoaded } from './platform/not-loaded.ts';
import { startTheme } from './platform/theme.ts';
import { startNavigation } from './router.tsx';

startTheme();
startLocale();
keepInstallOffer();
rememberTyping();
// Queries learn of a network that comes or goes, not of one that was never there.
onlineManager.setOnline(window.navigator.onLine);
const navigator = startNavigation();
const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element "root"');

/** The texts that the first screen does without are there before anybody has typed a word. */
const moreTextsAfterMs = 500;
const workerAfterMs = 1500;
const barAfterMs = 3000;

// What the first screen needs has come by then.
if (import.meta.env.PROD) setTimeout(() => void startWorker(), workerAfterMs);

Promise.all([loadPage(localeStore.load), firstPage(navigator)]).then(() => {
  // In slices: the screen that the page came with can be scrolled meanwhile. It goes when this one is drawn whole.
  startTransition(() => {
    createRoot(place).render(
      <StrictMode>
        <App navigator={navigator} />
      </StrictMode>,
    );
  });
  setTimeout(() => localeStore.loadMore().catch(() => undefined), moreTextsAfterMs);
}, sayNotLoaded);

/** The first page's code is there, or has been on the way for so long that a bar should say so. */
async function firstPage({ shown, subscribe }: PageNavigator): Promise<void> {
  await new Promise<void>((resolve) => {
    const forget = subscribe(() => shown() && done());
    const timer = setTimeout(done, barAfterMs);
    function done(): void {
      forget();
      clearTimeout(timer);
      resolve();
    }
    if (shown() !== null) done();
  });
}
