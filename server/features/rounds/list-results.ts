import type { Kysely } from 'kysely';
import { resultsMax } from '#contract/rounds.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { endedRounds } from './round-store.ts';

/** A round and its digits as text, null for a void one. */
export type ResultRow = [round: RoundNumber, digits: string | null];

/** The newest results, newest first. */
export interface ResultsCache {
  read(): Promise<ResultRow[]>;
}

/** The results of rounds never change: each is computed from seed and beacon once per process. */
export function openResults(tables: Kysely<unknown>): ResultsCache {
  let known: ResultRow[] = [];
  let loading: Promise<void> | null = null;

  /** Rounds end one after another, so that those after the newest are all that is missing. */
  async function load(): Promise<void> {
    const newer = await endedRounds(tables, known[0]?.[0] ?? 0, resultsMax);
    const rows = newer.map(
      ({ id, end }): ResultRow => [id, end && !end.isVoid ? (end.result?.digits.join('') ?? null) : null],
    );
    known = [...rows, ...known].slice(0, resultsMax);
  }

  return {
    async read() {
      loading ??= load().finally(() => {
        loading = null;
      });
      await loading;
      return known;
    },
  };
}

/** The numbers of the newest rounds that have ended. */
export function listResults(results: ResultsCache): Promise<ResultRow[]> {
  return results.read();
}
