/** Total time limit over all attempts. */
const loadTimeoutMs = 120_000;
const attemptsMax = 3;
const pauseMs = 700;

export interface LoadOptions {
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly pauseMs: number;
}

/** Loads a page's code, with retries, within `timeoutMs` in total. */
export async function loadPage<Page>(
  load: () => Promise<Page>,
  options: LoadOptions = { timeoutMs: loadTimeoutMs, attempts: attemptsMax, pauseMs },
): Promise<Page> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the page took too long to load')), options.timeoutMs);
  });
  try {
    return await Promise.race([attempt(load, options), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function attempt<Page>(load: () => Promise<Page>, options: LoadOptions): Promise<Page> {
  for (let left = options.attempts - 1; ; left -= 1) {
    try {
      return await load();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
    }
  }
}
