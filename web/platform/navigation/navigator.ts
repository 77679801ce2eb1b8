import { createListeners } from '../listeners.ts';
import { type Move, type Slide, slideBetween } from './slide.ts';

/** The app's location: path, query, and the index of its entry in the session history. */
export interface AppLocation {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly index: number;
}

/** A path's route: a page to load, or a redirect. */
export type Destination<Page> =
  | { readonly redirect: string }
  | { readonly order: number | null; readonly load: () => Promise<Page> };

export interface Shown<Page> {
  readonly location: AppLocation;
  readonly order: number | null;
  readonly page: Page;
}

/** Collaborators: the browser's history and location, and the app's routes. Tests pass their own. */
export interface NavigatorDependencies<Page> {
  destination(path: string, search: string): Destination<Page>;
  /** The page shown when loading fails. */
  readonly notLoaded: Page;
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'back'>;
  location(): { readonly pathname: string; readonly search: string };
  scroll(): number;
  scrollTo(top: number): void;
  /** Runs `update`, which renders the next page, inside the page transition. */
  change(slide: Slide, update: () => void): void;
}

export interface Navigator<Page> {
  /** The current page, or null before the first one has loaded. */
  shown(): Shown<Page> | null;
  /** Whether the next page is loading. */
  loading(): boolean;
  subscribe(listener: () => void): () => void;
  /** Navigates to the address bar's location: at the start, and on popstate. */
  follow(): Promise<void>;
  go(to: string, options?: { readonly replace?: boolean }): Promise<void>;
  /** Replaces the query of the current page's address; nothing is loaded and nothing scrolls. */
  replaceSearch(search: string): void;
  /** Goes back in the history, or to `fallback` when the app was opened on this page. */
  back(fallback: string): void;
}

type HistoryMode = 'push' | 'replace' | 'follow';

const redirectsMax = 5;

/** Loads the next page, then swaps. The latest navigation wins; going back restores the scroll position. */
export function createNavigator<Page>(dependencies: NavigatorDependencies<Page>): Navigator<Page> {
  const listeners = createListeners();
  const scrolls = new Map<number, number>();
  let shown: Shown<Page> | null = null;
  let loading = false;
  let latest = 0;

  async function navigate(address: string, requested: HistoryMode, move?: Move): Promise<void> {
    latest += 1;
    const navigation = latest;
    const { path, search, order, load } = resolve(dependencies, address);
    const mode = requested === 'follow' && `${path}${search}` !== address ? 'replace' : requested;
    loading = true;
    listeners.notify();
    const page = await load().catch((error: unknown) => {
      console.error(`the page ${path} could not be loaded`, error);
      return dependencies.notLoaded;
    });
    if (navigation !== latest) return;
    loading = false;
    const location = { path, search, index: indexAfter(mode) };
    show(location, order, page, mode, move ?? moveTo(location.index, requested));
  }

  function moveTo(index: number, requested: HistoryMode): Move {
    const here = shown?.location.index ?? index;
    if (requested !== 'follow' || index === here) return 'follow';
    return index < here ? 'earlier' : 'later';
  }

  function show(location: AppLocation, order: number | null, page: Page, mode: HistoryMode, move: Move): void {
    if (shown !== null) scrolls.set(shown.location.index, dependencies.scroll());
    const state = { index: location.index };
    if (mode === 'push') dependencies.history.pushState(state, '', location.path + location.search);
    else dependencies.history.replaceState(state, '', location.path + location.search);
    const top = mode === 'follow' ? (scrolls.get(location.index) ?? 0) : 0;
    const isFirst = shown === null;
    const slide = shown === null ? 'none' : slideBetween(shown.order, order, move);
    dependencies.change(slide, () => {
      shown = { location, order, page };
      listeners.notify();
      // The prerendered screen may have been scrolled already.
      if (!isFirst) dependencies.scrollTo(top);
    });
  }

  function indexAfter(mode: HistoryMode): number {
    if (mode === 'push') return (shown?.location.index ?? 0) + 1;
    return historyIndex(dependencies.history.state);
  }

  return {
    shown: () => shown,
    loading: () => loading,
    subscribe: listeners.subscribe,
    follow() {
      const { pathname, search } = dependencies.location();
      return navigate(pathname + search, 'follow');
    },
    async go(to, { replace = false } = {}) {
      const here = shown === null ? '' : shown.location.path + shown.location.search;
      if (to === here && !loading) dependencies.scrollTo(0);
      else await navigate(to, replace ? 'replace' : 'push');
    },
    replaceSearch(search) {
      // While another page is loading, the address bar may be that page's already.
      if (shown === null || loading || search === shown.location.search) return;
      shown = { ...shown, location: { ...shown.location, search } };
      dependencies.history.replaceState({ index: shown.location.index }, '', shown.location.path + search);
      listeners.notify();
    },
    back(fallback) {
      if ((shown?.location.index ?? 0) > 0) dependencies.history.back();
      else void navigate(fallback, 'replace', 'earlier');
    },
  };
}

function resolve<Page>(dependencies: NavigatorDependencies<Page>, address: string) {
  let next = address;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const [path = '/', query] = next.split('?', 2);
    const search = query === undefined ? '' : `?${query}`;
    const destination = dependencies.destination(path, search);
    if (!('redirect' in destination)) return { path, search, ...destination };
    next = destination.redirect;
  }
  throw new Error(`${address} redirects without end`);
}

function historyIndex(state: unknown): number {
  const index = typeof state === 'object' && state !== null && 'index' in state ? state.index : 0;
  return typeof index === 'number' ? index : 0;
}
