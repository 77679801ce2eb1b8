import type { MorePageName } from './more-pages.ts';
import type { Page } from './platform/navigation/navigation.tsx';

/** The prerendered pages. The names of all the others' files, which a first visit does without, are as large as a page. */
const firstPages = {
  login: () => import('./pages/login.tsx'),
  register: () => import('./pages/register.tsx'),
  home: () => import('./pages/home.tsx'),
  assets: () => import('./pages/assets.tsx'),
  trading: () => import('./pages/trading.tsx'),
  orders: () => import('./pages/orders.tsx'),
  wallet: () => import('./pages/wallet.tsx'),
} as const satisfies Record<string, () => Promise<{ readonly Page: Page }>>;

type FirstPageName = keyof typeof firstPages;
export type PageName = FirstPageName | MorePageName;

const isFirst = (name: PageName): name is FirstPageName => name in firstPages;

/** Loads a page's code, by the name of its file in `pages/`; the build finds the file by that name. */
export async function codeOf(name: PageName): Promise<{ readonly Page: Page }> {
  if (isFirst(name)) return firstPages[name]();
  const { morePages } = await import('./more-pages.ts');
  return morePages[name]();
}
