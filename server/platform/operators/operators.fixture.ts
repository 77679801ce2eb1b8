import type pg from 'pg';
import type { ActingOperator } from './operator-acts.ts';

/** Names of operators that tests act as, all of them owners. */
const names = ['anna', 'bert', 'carl', 'dora', 'emma', 'fred'];

/** An owner of that name, as a call brings it. */
export const owner = (operator: string): ActingOperator => ({ operator, role: 'owner' });

/** Adds operators to a test database, by its owner. */
export async function addOperators(database: pg.Pool, ...further: readonly string[]): Promise<void> {
  await database.query(`insert into operator (name, role) select unnest($1::text[]), 'owner' on conflict do nothing`, [
    [...names, ...further],
  ]);
}
