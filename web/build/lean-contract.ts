import { type ESTree, type Plugin, parse, Visitor } from 'vite';
import type { Operation } from '#contract/operation.ts';

/** What of an operation only the server reads. */
const serverOnly: ReadonlySet<string> = new Set([
  'summary',
  'access',
  'message',
  'errors',
] satisfies (keyof Operation)[]);

/** Takes the fields of the contract's operations that a phone never reads out of the built app: 4 kB on the trading page. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      async handler(code) {
        const { program } = await parse('contract.js', code);
        return { code: without(code, serverOnlyFields(program)), map: null };
      },
    },
  };
}

type Span = readonly [start: number, end: number];

/** Where these fields stand in the code, with the comma after them. */
function serverOnlyFields(program: ESTree.Program): Span[] {
  const spans: Span[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'operation' || declared?.type !== 'ObjectExpression') return;
      const { properties } = declared;
      for (const [place, property] of properties.entries()) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        if (!serverOnly.has(property.key.name)) continue;
        spans.push([property.start, properties[place + 1]?.start ?? property.end]);
      }
    },
  }).visit(program);
  return spans;
}

function without(code: string, spans: readonly Span[]): string {
  return [...spans]
    .sort(([one], [other]) => other - one)
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code);
}
