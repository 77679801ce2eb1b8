import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Screen {
  readonly path: string;
  readonly access: 'public' | 'member';
}

const routePattern = /\{ path: '([^']+)', access: '(public|member)',[^}]*?page: (\w+)/g;

/** The screens that are open, as the web app's own list of routes has them: a new one is walked from its first day. */
export function openScreens(): readonly Screen[] {
  const routes = readFileSync(resolve(import.meta.dirname, '../../web/routes.tsx'), 'utf8');
  const found = [...routes.matchAll(routePattern)]
    .filter(([, , , page]) => page !== 'notOpen')
    .map(([, path = '', access]): Screen => ({ path, access: access === 'member' ? 'member' : 'public' }));
  if (found.length < 10) throw new Error('web/routes.tsx was not understood');
  return found;
}
