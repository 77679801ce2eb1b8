import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ticks of /proc/<id>/stat in a second, on current Linux systems. */
const ticksPerSecond = 100;

/**
 * Seconds of processor that a process has used so far, with the children that ended; NaN where there is no /proc. Unlike the
 * clock on the wall it minds little what else the machine is doing.
 */
export function processorSeconds(processId: number): number {
  return readStat(processId)?.seconds ?? Number.NaN;
}

/** The same of a process and its children together. */
export function familySeconds(processId: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === processId);
  return children.reduce((total, stat) => total + (stat?.seconds ?? 0), processorSeconds(processId));
}

/** The process of the database server that runs in that folder. */
export function postmasterOf(clusterFolder: string): number {
  return Number(readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function readStat(processId: number): { readonly parent: number; readonly seconds: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${processId}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name stands in brackets and may hold anything: fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((total, place) => total + Number(fields[place]), 0);
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
}
