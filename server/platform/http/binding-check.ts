import type { Binding } from './binding.ts';

/**
 * Throws unless exactly these features are bound, each once, and names those that are not. That a bound feature has a handler for
 * every operation is checked by the compiler (`bindAll`).
 */
export function requireEachFeatureOnce(features: readonly string[], bound: readonly (readonly Binding[])[]): void {
  const names = bound.flatMap((bindings) => [...new Set(bindings.map(({ feature }) => feature))]);
  const complaints = [...new Set([...features, ...names])].flatMap((feature) => {
    if (!features.includes(feature)) return [`${feature} is not in the contract's list`];
    const count = names.filter((name) => name === feature).length;
    return count === 1 ? [] : [count === 0 ? `${feature} is not bound` : `${feature} is bound ${count} times`];
  });
  if (complaints.length > 0) throw new Error(`The contract is not fulfilled: ${complaints.join('; ')}.`);
}
