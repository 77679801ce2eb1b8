type ChartModule = typeof import('./chart-view.ts');

/**
 * Loads a chunk once; after a failure the next call tries again. Browsers remember a failed import for the life of the document, by its
 * address: where the failure says it, `load` is given another one.
 */
export function loadedOnce<Module>(load: (address: string | undefined) => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  /** Of the file that could not be loaded, where the browser says it. */
  let failedAddress: string | undefined;
  let failures = 0;
  return () => {
    loading ??= load(failedAddress && `${failedAddress}?${failures}`).catch((error: unknown) => {
      loading = null;
      failures++;
      failedAddress ??= /https?:\S+\.js/.exec(String(error))?.[0];
      throw error;
    });
    return loading;
  };
}

/** Loads the chart's chunk. */
export const loadChart: () => Promise<ChartModule> = loadedOnce((address) =>
  address === undefined ? import('./chart-view.ts') : import(/* @vite-ignore */ address),
);
