import { afterAll } from 'vitest';

/** Opens what the tests of one file share, and closes it after the last of them. To be awaited at the top of the file. */
export async function openForFile<Shared extends { close(): Promise<void> }>(
  open: () => Promise<Shared>,
): Promise<Shared> {
  const shared = await open();
  afterAll(() => shared.close());
  return shared;
}
