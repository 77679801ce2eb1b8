type ChartModule = typeof import('./chart-view.ts');

let loading: Promise<ChartModule> | null = null;

/** The chart's own file, fetched once; a fetch that failed is tried again by the next one who asks. */
export function loadChart(): Promise<ChartModule> {
  loading ??= import('./chart-view.ts').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
