import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './platform/api/query-client.ts';
import type { AppRouter } from './router.tsx';

export function App({ router }: { readonly router: AppRouter }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
