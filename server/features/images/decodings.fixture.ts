import sharp from 'sharp';

/**
 * How many pictures were decoded meanwhile. Counted and not timed: the processor's time is that of all tests that run at once. Reading a
 * header is not among them.
 */
export async function decodingsIn(work: () => Promise<unknown>): Promise<number> {
  let changes = 0;
  const count = (): void => void changes++;
  sharp.queue.on('change', count);
  try {
    await work();
  } finally {
    sharp.queue.off('change', count);
  }
  // One as it is queued, one as it ends.
  return changes / 2;
}
