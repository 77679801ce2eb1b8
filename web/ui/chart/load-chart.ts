type ChartModule = typeof import('./chart-view.ts');

let loading: Promise<ChartModule> | null = null;

/** Loads the chart's chunk once; after a failure the next call tries again. */
export function loadChart(): Promise<ChartModule> {
  loading ??= import('./chart-view.ts').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
