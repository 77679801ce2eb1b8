import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { WithdrawalMethod } from '#contract/withdrawals.ts';
import { useStore } from '../use-store.ts';
import type { AppLocation, Navigator, Shown } from './navigator.ts';

export interface PageProps {
  /** The only method that the withdrawal page offers; both when left out. */
  readonly method?: WithdrawalMethod | undefined;
}

export type Page = ComponentType<PageProps>;
export type PageNavigator = Navigator<Page>;

const NavigatorContext = createContext<PageNavigator | null>(null);

interface NavigationProps {
  readonly navigator: PageNavigator;
  readonly children: ReactNode;
}

export function Navigation({ navigator, children }: NavigationProps): ReactNode {
  return <NavigatorContext value={navigator}>{children}</NavigatorContext>;
}

export function useNavigator(): PageNavigator {
  const navigator = useContext(NavigatorContext);
  if (navigator === null) throw new Error('navigation is used outside of <Navigation>');
  return navigator;
}

/** The current page, or null before the first one has loaded. */
export function useShown(): Shown<Page> | null {
  const navigator = useNavigator();
  return useStore(navigator.subscribe, navigator.shown);
}

export function usePageLoading(): boolean {
  const navigator = useNavigator();
  return useStore(navigator.subscribe, navigator.loading);
}

/** Path and query of the current page. */
export function useLocation(): AppLocation {
  const shown = useShown();
  if (shown === null) throw new Error('there is no page yet');
  return shown.location;
}

/** One parameter of the page's query, or null. */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useLocation().search).get(name);
}
