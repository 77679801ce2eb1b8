import { createListeners } from '../listeners.ts';
/** `offered`: the browser can prompt; `byHand`: installing takes the browser's own menu. */
export type InstallState = 'installed' | 'offered' | 'byHand';

/** Chromium's event for an installable page. Other browsers lack it, and so do TypeScript's DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const listeners = createListeners();
let promptEvent: InstallPromptEvent | null = null;
let wasInstalled = false;

export const installStore = {
  state(): InstallState {
    if (wasInstalled || window.matchMedia('(display-mode: standalone)').matches) return 'installed';
    return promptEvent === null ? 'byHand' : 'offered';
  },
  subscribe: listeners.subscribe,
  /** Opens the browser's install dialog. A prompt event can be used once. */
  async install(): Promise<void> {
    const event = promptEvent;
    promptEvent = null;
    await event?.prompt();
    listeners.notify();
  },
};

/** Browsers fire the event once, early: it is stored until a component needs it. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    promptEvent = event as InstallPromptEvent;
    listeners.notify();
  });
  window.addEventListener('appinstalled', () => {
    wasInstalled = true;
    listeners.notify();
  });
}
