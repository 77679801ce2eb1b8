import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/**
 * So many of the bugs, the same in every run: of each room its share, at least one, in the order of a hash of their names, so that
 * neighbours of one file are not drawn together. A room that grows keeps most of what was drawn.
 */
export function sampleOf(mutants: readonly Mutant[], count: number): Mutant[] {
  if (!Number.isInteger(count) || count < 1) throw new Error('--sample takes a count from 1');
  const share = Math.min(1, count / mutants.length);
  const rooms = Map.groupBy(mutants, ({ room }) => room);
  return [...rooms.values()].flatMap((some) =>
    some
      .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
      .slice(0, Math.max(1, Math.round(share * some.length))),
  );
}

const placeOf = ({ name }: Mutant): string => createHash('sha256').update(name).digest('hex');
