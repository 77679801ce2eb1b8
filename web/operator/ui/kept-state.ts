import { useReducer } from 'react';
import { useGetOperatorSession } from '../queries/operators.ts';

const kept = new Map<string, unknown>();

type Change<Value> = (current: Value | null) => Value | null;

/**
 * State that a look at another section does not lose: what an operator is writing. It lasts as long as the tab and the operator's
 * session. A change is made of the newest value; null forgets it.
 */
export function useKeptState<Value>(name: string): readonly [Value | null, (change: Change<Value>) => void] {
  const operator = useGetOperatorSession().data?.operator ?? '';
  const key = `${operator} ${name}`;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const current = () => (kept.get(key) as Value | undefined) ?? null;
  const keep = (change: Change<Value>) => {
    const value = change(current());
    if (value === null) kept.delete(key);
    else kept.set(key, value);
    redraw();
  };
  return [current(), keep];
}

/** On signing out: what was being written is the operator's own. */
export function forgetKeptState(): void {
  kept.clear();
}
