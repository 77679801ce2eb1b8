import { expect, test } from 'vitest';
import { sharedFor } from './shared-for.ts';

test('a result is shared for its time and made again after it, or where the clock was set back', async () => {
  let now = 1_000;
  let made = 0;
  const read = sharedFor(
    50,
    async () => ++made,
    () => now,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now = 1_049;
  expect(await read()).toBe(1);
  now = 1_050;
  expect(await read()).toBe(2);
  now = 900;
  expect(await read()).toBe(3);
});

test('a failure reaches those who wait for it, and the next call tries again', async () => {
  let made = 0;
  const read = sharedFor(50, async () => {
    if (++made === 1) throw new Error('away');
    return made;
  });
  const [one, other] = [read(), read()];
  await expect(one).rejects.toThrow('away');
  await expect(other).rejects.toThrow('away');
  expect(await read()).toBe(2);
});
