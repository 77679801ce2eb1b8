import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { localeStore } from './platform/i18n/locale-store.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import { startTheme } from './platform/theme.ts';
import { startNavigation } from './router.tsx';

startTheme();
const navigator = startNavigation();
const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element "root"');

loadPage(localeStore.load).then(
  () =>
    createRoot(place).render(
      <StrictMode>
        <App navigator={navigator} />
      </StrictMode>,
    ),
  () => place.replaceChildren('Clearlot could not be loaded. Check your connection and reload the page.'),
);
