import { createListeners } from '#web/platform/listeners.ts';
/** Derived from postings; from candles; measured by the running system; sample figures of the specification. */
export type FigureSource = 'ledger' | 'market' | 'probe' | 'sample';

export interface ShownSource {
  readonly source: FigureSource;
  readonly note: string | undefined;
}

const listeners = createListeners();
let shown: ShownSource | null = null;

/** The explanation that is open, if any. */
export const sourceStore = {
  snapshot: (): ShownSource | null => shown,
  subscribe: listeners.subscribe,
};

export function showSource(source: FigureSource, note?: string): void {
  set({ source, note });
}

export function hideSource(): void {
  set(null);
}

function set(next: ShownSource | null): void {
  shown = next;
  listeners.notify();
}
