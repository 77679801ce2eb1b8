import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { localeStore } from './locale-store.ts';

const LoadedTexts = createContext<unknown>(null);

/**
 * Renders those who use texts again when more texts of the same language have loaded. As a transition: it is the whole screen, which
 * mostly shows none of them.
 */
export function LoadedTextsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [loaded, setLoaded] = useState(localeStore.snapshot);
  useEffect(() => {
    const update = (): void => startTransition(() => setLoaded(localeStore.snapshot()));
    // They may have loaded before this effect.
    update();
    return localeStore.subscribe(update);
  }, []);
  return <LoadedTexts value={loaded}>{children}</LoadedTexts>;
}

export function useLoadedTexts(): void {
  useContext(LoadedTexts);
}
