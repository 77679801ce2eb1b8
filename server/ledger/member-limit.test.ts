import pg from 'pg';
import { expect, test } from 'vitest';
import { AttachedRowsRefused, staleRow } from './failures.ts';
import { openMemberLimit } from './member-limit.ts';

const stale = new AttachedRowsRefused(Object.assign(new pg.DatabaseError('stale', 5, 'error'), { code: staleRow }));

test('a member at a limit is looked at before each placing, and is forgotten once there is room', async () => {
  let isFull = true;
  let looks = 0;
  let tries = 0;
  const limit = openMemberLimit(async (_: bigint, asked: string) => {
    looks += 1;
    if (isFull) throw new Error(`no room for ${asked}`);
  });
  const place = async (): Promise<string> => {
    tries += 1;
    if (isFull) throw stale;
    return 'placed';
  };
  const placing = (memberId: bigint, asked = 'this') => limit.placing(memberId, asked, place);
  await expect(placing(1n)).rejects.toThrow('no room for this');
  expect({ looks, tries }).toEqual({ looks: 1, tries: 1 });
  await expect(placing(1n, 'that')).rejects.toThrow('no room for that');
  expect({ looks, tries }).toEqual({ looks: 2, tries: 1 });
  isFull = false;
  expect(await placing(2n)).toBe('placed');
  expect({ looks, tries }).toEqual({ looks: 2, tries: 2 });
  expect(await placing(1n)).toBe('placed');
  expect({ looks, tries }).toEqual({ looks: 3, tries: 3 });
  expect(await placing(1n)).toBe('placed');
  expect({ looks, tries }).toEqual({ looks: 3, tries: 4 });
});

test('what was refused for another reason is told as it is, and a failure of another kind is not looked into', async () => {
  let looks = 0;
  const limit = openMemberLimit(async () => void looks++);
  const placing = (error: Error) => limit.placing(1n, undefined, () => Promise.reject(error));
  await expect(placing(stale)).rejects.toBe(stale);
  expect(looks).toBe(1);
  await expect(placing(new Error('away'))).rejects.toThrow('away');
  expect(looks).toBe(1);
});
