import { Refusal } from '#server/platform/refusal.ts';
import { isStale } from './failures.ts';

/** What an attempt returns that found something changed since it was read. */
export const overtaken = Symbol('overtaken');

const attemptsMax = 5;

/**
 * Optimistic concurrency: an attempt reads, decides and submits, and is made again where something has changed meanwhile: it returned
 * `overtaken`, or failed in a way that `isOvertaken` knows. Throws `serverBusy` when every attempt was overtaken: nothing was written.
 */
export async function retryWhenStale<Result>(
  attempt: () => Promise<Result | typeof overtaken>,
  isOvertaken: (error: unknown) => boolean = isStale,
): Promise<Result> {
  for (let count = 0; count < attemptsMax; count++) {
    try {
      const result = await attempt();
      if (result !== overtaken) return result;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
  throw new Refusal('serverBusy');
}
