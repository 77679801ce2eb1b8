import type { ReactNode } from 'react';
import { loadPage } from '#web/platform/navigation/load-page.ts';
import type { Page, PageNavigator } from '#web/platform/navigation/navigation.tsx';
import { createNavigator, type Destination } from '#web/platform/navigation/navigator.ts';
import './enrol-token.ts';
import { useConsoleText } from './locale.ts';
import { enrolPath } from './paths.ts';
import { sectionOf, sections } from './sections.ts';

/** Opens the address bar's section and follows popstate. */
export function startConsoleNavigation(): PageNavigator {
  const navigator = createNavigator<Page>({
    destination,
    notLoaded: NotLoaded,
    history: window.history,
    location: () => window.location,
    scroll: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
    change: (_slide, update) => update(),
  });
  window.addEventListener('popstate', () => void navigator.follow());
  void navigator.follow();
  return navigator;
}

function destination(path: string): Destination<Page> {
  const section = sectionOf(path);
  if (section) return { order: null, load: () => loadPage(section.load) };
  if (path === enrolPath) return { order: null, load: async () => (await import('./enrol.tsx')).Enrol };
  return { order: null, load: async () => (await import('./start.tsx')).startOn(sections) };
}

function NotLoaded(): ReactNode {
  const t = useConsoleText();
  return <p role="alert">{t('shell.notLoaded')}</p>;
}
