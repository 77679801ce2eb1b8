import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from './platform/api/query-client.ts';
import { LoadedTextsProvider } from './platform/i18n/loaded-texts.tsx';
import { Navigation, type PageNavigator } from './platform/navigation/navigation.tsx';
import { Shell } from './shell.tsx';

export function App({ navigator }: { readonly navigator: PageNavigator }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <LoadedTextsProvider>
        <Navigation navigator={navigator}>
          <Shell />
        </Navigation>
      </LoadedTextsProvider>
    </QueryClientProvider>
  );
}
