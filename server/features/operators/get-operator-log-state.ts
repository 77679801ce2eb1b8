import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { getOperatorLogState as operation } from '#contract/operators-log.ts';
import { countWaitingActs, readLogHead } from '#server/platform/operators/act-log.ts';

/** The head of the chain. */
export async function getOperatorLogState(tables: Kysely<unknown>): Promise<OutputOf<typeof operation>> {
  const [{ position, hash }, waiting] = await Promise.all([readLogHead(tables), countWaitingActs(tables)]);
  return { position: String(position), hash, waiting };
}
