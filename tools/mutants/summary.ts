import type { Mutant } from './mutant.ts';

/** What the tests made of one planted bug. Hung or broken: they came to no end, so they say nothing about the bug. */
export interface Finding {
  readonly mutant: Mutant;
  readonly verdict: 'caught' | 'survived' | 'hung' | 'broken';
}

/** The share that was caught, 0 to 1; 1 where nothing was planted. */
export function rateOf(findings: readonly Finding[]): number {
  return findings.length === 0 ? 1 : countOf(findings, 'caught') / findings.length;
}

/** The rate of each room and of all, a line each, then what was not caught. */
export function summaryOf(findings: readonly Finding[]): string {
  const rooms = Map.groupBy(findings, ({ mutant }) => mutant.room);
  const lines = [...rooms].map(([room, some]) => rateLine(room, some));
  const missed = findings.filter(({ verdict }) => verdict !== 'caught');
  const names = missed.map(({ mutant, verdict }) => `${verdict}: ${mutant.room}: ${mutant.name} (${mutant.file})`);
  return [...lines, rateLine('all', findings), ...names].join('\n');
}

function rateLine(room: string, findings: readonly Finding[]): string {
  const unfinished = (['hung', 'broken'] as const)
    .map((verdict) => ({ verdict, count: countOf(findings, verdict) }))
    .filter(({ count }) => count > 0);
  const rate = `${countOf(findings, 'caught')} of ${findings.length}, ${Math.floor(100 * rateOf(findings))} %`;
  return [`${room.padEnd(14)} ${rate}`, ...unfinished.map(({ verdict, count }) => `${count} ${verdict}`)].join(', ');
}

const countOf = (findings: readonly Finding[], verdict: Finding['verdict']): number =>
  findings.filter((finding) => finding.verdict === verdict).length;
