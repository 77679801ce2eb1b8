/** `offered`: the browser is ready to install; `byHand`: only its own menu can. */
export type InstallState = 'installed' | 'offered' | 'byHand';

/** What Chromium sends when a page may be installed; no other browser does, and no library type knows it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let offer: InstallOffer | null = null;
let wasInstalled = false;

/** Whether Clearlot is installed on this phone, or can be. */
export const installStore = {
  state(): InstallState {
    if (wasInstalled || window.matchMedia('(display-mode: standalone)').matches) return 'installed';
    return offer === null ? 'byHand' : 'offered';
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Asks by the browser's own dialog; an offer can be taken up once. */
  async install(): Promise<void> {
    const taken = offer;
    offer = null;
    await taken?.prompt();
    tell();
  },
};

/** The browser makes its offer once, early: whoever wants it later has to have kept it. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    wasInstalled = true;
    tell();
  });
}

function tell(): void {
  for (const listener of listeners) listener();
}
