import type { Operation } from '#contract/operation.ts';
import type { Binding } from './binding.ts';

/** Throws unless every operation of the contract has exactly one handler, naming each that has not. */
export function requireOneHandlerEach(operations: readonly Operation[], bindings: readonly Binding[]): void {
  const complaints: string[] = [];
  for (const operation of operations) {
    const count = bindings.filter((binding) => binding.operation === operation).length;
    if (count === 0) complaints.push(`${operation.feature}.${operation.name} has no handler`);
    if (count > 1) complaints.push(`${operation.feature}.${operation.name} has ${count} handlers`);
  }
  for (const { operation } of bindings) {
    if (!operations.includes(operation))
      complaints.push(`${operation.feature}.${operation.name} is not in the contract's list`);
  }
  if (complaints.length > 0) throw new Error(`The contract is not fulfilled: ${complaints.join('; ')}.`);
}
