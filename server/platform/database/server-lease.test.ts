import { expect, test, vi } from 'vitest';
import { takeLease } from './server-lease.ts';
import { createTestDatabase } from './test-database.ts';

test('a lease that is given back is not reported as lost', async () => {
  const database = await createTestDatabase();
  try {
    const { port, password } = new URL(database.superuserUrl);
    const lease = await takeLease({ folder: 'unused', password: decodeURIComponent(password) }, Number(port));
    const onLost = vi.fn();
    lease?.onLost(onLost);
    expect(await lease?.clusterName()).toMatch(/^clearlot-/);
    await lease?.release();
    expect(onLost).not.toHaveBeenCalled();
  } finally {
    await database.drop();
  }
});
