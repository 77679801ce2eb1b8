/** Derived from postings; from candles; measured by the running system; invented by the specification and marked so. */
export type FigureSource = 'ledger' | 'market' | 'probe' | 'sample';

export interface ShownSource {
  readonly source: FigureSource;
  readonly note: string | undefined;
}

const listeners = new Set<() => void>();
let shown: ShownSource | null = null;

/** Which explanation is open, if any. */
export const sourceStore = {
  snapshot: (): ShownSource | null => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Opens 'Where this comes from'. */
export function showSource(source: FigureSource, note?: string): void {
  set({ source, note });
}

export function hideSource(): void {
  set(null);
}

function set(next: ShownSource | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
