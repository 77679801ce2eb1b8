import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { onlineManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { localeStore } from './platform/i18n/locale-store.ts';
import { startWorker } from './platform/installed/app-update.ts';
import { keepInstallOffer } from './platform/installed/install.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import { startTheme } from './platform/theme.ts';
import { startNavigation } from './router.tsx';

startTheme();
keepInstallOffer();
// Queries learn of a network that comes or goes, not of one that was never there.
onlineManager.setOnline(window.navigator.onLine);
const navigator = startNavigation();
const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element "root"');

/** The texts that the first screen does without are there before anybody has typed a word. */
const moreTextsAfterMs = 500;

loadPage(localeStore.load).then(
  () => {
    createRoot(place).render(
      <StrictMode>
        <App navigator={navigator} />
      </StrictMode>,
    );
    setTimeout(() => localeStore.loadMore().catch(() => undefined), moreTextsAfterMs);
  },
  () => place.replaceChildren('Clearlot could not be loaded. Check your connection and reload the page.'),
);

// What the first screen needs has come by then; this module may itself come later than the page's end of loading.
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') void startWorker();
  else window.addEventListener('load', () => void startWorker(), { once: true });
}
