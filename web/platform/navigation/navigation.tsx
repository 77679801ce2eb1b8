import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { WithdrawalMethod } from '#contract/withdrawals.ts';
import type { TextKey } from '../i18n/text.ts';
import { useStore } from '../use-store.ts';
import type { Navigator, Place, Shown } from './navigator.ts';

export interface PageProps {
  /** Name of the feature, for the page that says it is not open yet. */
  readonly feature?: TextKey | undefined;
  /** The one way out that the page of withdrawals offers; both when left out. */
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

/** The page on the screen, or null before the first one. */
export function useShown(): Shown<Page> | null {
  const navigator = useNavigator();
  return useStore(navigator.subscribe, navigator.shown);
}

/** Whether the next page is being loaded. */
export function usePageLoading(): boolean {
  const navigator = useNavigator();
  return useStore(navigator.subscribe, navigator.loading);
}

/** Path and query of the page on the screen. */
export function usePlace(): Place {
  const shown = useShown();
  if (shown === null) throw new Error('there is no page yet');
  return shown.place;
}

/** One parameter of the page's query, or null. */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(usePlace().search).get(name);
}
