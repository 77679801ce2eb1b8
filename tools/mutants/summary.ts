import type { Mutant } from './mutant.ts';

/** What the tests made of one planted bug. */
export interface Finding {
  readonly mutant: Mutant;
  readonly isCaught: boolean;
}

/** The share that was caught, 0 to 1; 1 where nothing was planted. */
export function rateOf(findings: readonly Finding[]): number {
  return findings.length === 0 ? 1 : findings.filter(({ isCaught }) => isCaught).length / findings.length;
}

/** The rate of each room and of all, a line each, then the survivors. */
export function summaryOf(findings: readonly Finding[]): string {
  const rooms = Map.groupBy(findings, ({ mutant }) => mutant.room);
  const lines = [...rooms].map(([room, some]) => rateLine(room, some));
  const survivors = findings.filter(({ isCaught }) => !isCaught);
  const names = survivors.map(({ mutant }) => `survived: ${mutant.room}: ${mutant.name} (${mutant.file})`);
  return [...lines, rateLine('all', findings), ...names].join('\n');
}

function rateLine(room: string, findings: readonly Finding[]): string {
  const caught = findings.filter(({ isCaught }) => isCaught).length;
  return `${room.padEnd(14)} ${caught} of ${findings.length}, ${Math.floor(100 * rateOf(findings))} %`;
}
