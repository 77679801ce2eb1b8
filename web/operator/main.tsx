import '#web/ui/style/fonts.css';
import '#web/ui/style/tokens.css';
import '#web/ui/style/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#web/platform/api/query-client.ts';
import { carryHeaders } from '#web/platform/api/request.ts';
import { loadPage } from '#web/platform/navigation/load-page.ts';
import { Navigation } from '#web/platform/navigation/navigation.tsx';
import { showNotLoaded } from '#web/platform/not-loaded.ts';
import { startTheme } from '#web/platform/theme.ts';
import { watchAttendance } from './attendance.ts';
import { Console } from './console.tsx';
import { startConsoleLocale } from './locale.ts';
import { startConsoleNavigation } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root"');

carryHeaders(watchAttendance(window, Date.now));
startTheme();
loadPage(startConsoleLocale).then(() => {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Navigation navigator={startConsoleNavigation()}>
          <Console />
        </Navigation>
      </QueryClientProvider>
    </StrictMode>,
  );
}, showNotLoaded);
