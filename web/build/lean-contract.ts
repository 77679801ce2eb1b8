import { type ESTree, type Plugin, parse, Visitor } from 'vite';
import type { Operation } from '#contract/operation.ts';

/** Fields of operations that only the server reads. */
const serverOnly: ReadonlySet<string> = new Set([
  'summary',
  'access',
  'reauthentication',
  'message',
  'errors',
] satisfies (keyof Operation)[]);

/** Strips what the app never reads of the contract: fields of its operations, and the HTTP statuses of refusals. */
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

/** Source ranges of all digits but the first of the statuses in `errorStatus`: the app reads its keys. */
function statusDigits(program: ESTree.Program): Span[] {
  const spans: Span[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      const table = init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression' ? init.expression : init;
      if (id.type !== 'Identifier' || id.name !== 'errorStatus' || table?.type !== 'ObjectExpression') return;
      for (const property of table.properties) {
        if (property.type === 'Property') spans.push([property.value.start + 1, property.value.end]);
      }
    },
  }).visit(program);
  return spans;
}

export async function withoutServerOnly(code: string): Promise<string> {
  const { program } = await parse('contract.js', code);
  return [...serverOnlyFields(program), ...statusDigits(program)]
    .sort(([one], [other]) => other - one)
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code);
}
