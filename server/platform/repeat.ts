/** Runs the work at once and then again and again, `pauseMs` of wall time after each end. The work does not throw. */
export function repeat(pauseMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const begin = (): void => {
    running = work().finally(() => {
      if (stopped) return;
      timer = setTimeout(begin, pauseMs);
      timer.unref();
    });
  };
  begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
