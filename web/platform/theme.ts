import { createListeners } from './listeners.ts';
import { deviceStorage } from './session/storage.ts';

export type Theme = 'dark' | 'light';
/** The member's choice: a theme, or the phone's own. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'clearlot.theme';
const phoneIsLight = () => window.matchMedia('(prefers-color-scheme: light)');
const listeners = createListeners();

/** The theme in use. Charts draw their own colours and subscribe to redraw. */
export const themeStore = {
  choice(): ThemeChoice {
    const stored = deviceStorage.getItem(storageKey);
    return stored === 'dark' || stored === 'light' ? stored : 'system';
  },
  theme(): Theme {
    const choice = themeStore.choice();
    if (choice !== 'system') return choice;
    return phoneIsLight().matches ? 'light' : 'dark';
  },
  choose(choice: ThemeChoice): void {
    if (choice === 'system') deviceStorage.removeItem(storageKey);
    else deviceStorage.setItem(storageKey, choice);
    apply();
  },
  subscribe: listeners.subscribe,
};

/** Sets the theme on the document and follows changes of the phone's setting. */
export function startTheme(): void {
  apply();
  phoneIsLight().addEventListener('change', apply);
}

function apply(): void {
  document.documentElement.dataset.theme = themeStore.theme();
  listeners.notify();
}
