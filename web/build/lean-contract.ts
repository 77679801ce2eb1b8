import { type ESTree, type Plugin, parse, Visitor } from 'vite';
import type { Operation } from '#contract/operation.ts';

/** Fields of operations that only the server reads. */
const serverOnly: ReadonlySet<string> = new Set([
  'summary',
  'access',
  'reauthentication',
  'message',
  'successStatus',
  'errors',
] satisfies (keyof Operation)[]);

/** Strips the fields of the contract's operations that the app never reads. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: async (code) => ({ code: await withoutServerOnly(code), map: null }),
    },
  };
}

type Span = readonly [start: number, end: number];

/** Source ranges of these fields, each up to the next property or the closing brace. */
function serverOnlyFields(program: ESTree.Program): Span[] {
  const spans: Span[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'operation' || declared?.type !== 'ObjectExpression') return;
      const { properties } = declared;
      for (const [index, property] of properties.entries()) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        if (!serverOnly.has(property.key.name)) continue;
        spans.push([property.start, properties[index + 1]?.start ?? declared.end - 1]);
      }
    },
  }).visit(program);
  return spans;
}

export async function withoutServerOnly(code: string): Promise<string> {
  const { program } = await parse('contract.js', code);
  return serverOnlyFields(program)
    .sort(([one], [other]) => other - one)
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code);
}
