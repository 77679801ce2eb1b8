type ChartModule = typeof import('./chart-view.ts');

let loading: Promise<ChartModule> | null = null;
/** Of the file that could not be loaded, where the browser says it. */
let failedAddress: string | undefined;
let failures = 0;

/** Loads the chart's chunk once; after a failure the next call tries again. */
export function loadChart(): Promise<ChartModule> {
  loading ??= importChart().catch((error: unknown) => {
    loading = null;
    failures++;
    failedAddress ??= /https?:\S+\.js/.exec(String(error))?.[0];
    throw error;
  });
  return loading;
}

/** Browsers remember a failed import for the life of the document, by its address: another attempt is at another one. */
function importChart(): Promise<ChartModule> {
  return failedAddress === undefined
    ? import('./chart-view.ts')
    : import(/* @vite-ignore */ `${failedAddress}?${failures}`);
}
