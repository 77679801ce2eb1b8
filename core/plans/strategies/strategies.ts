import type { StrategyId } from '../terms.ts';
import { reversion1 } from './reversion-1.ts';
import type { Strategy } from './strategy.ts';
import { trend1 } from './trend-1.ts';

/** Every strategy ever published, by id. A new rule is a new id; these are never edited. */
export const strategies: Readonly<Record<StrategyId, Strategy>> = {
  'trend-1': trend1,
  'reversion-1': reversion1,
};
