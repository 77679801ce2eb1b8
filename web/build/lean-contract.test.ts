import { expect, test } from 'vitest';
import { withoutServerOnly } from './lean-contract.ts';

const declared = `
import { operation } from './operation.ts';
const errors = ['planUnknown'];
export const getPlan = operation({
  summary: 'One plan: "first, {second}"',
  method: 'GET',
  path: '/plans/detail/{plan}',
  access: 'member',
  effect: 'read',
  input: { summary: 'a field of that name' },
  answerIn: 'url',
  errors: [...errors, 'planUnsettled'],
});
export const other = elsewhere({ summary: 'kept', errors });
`;

test('an operation loses what only the server reads, and keeps the rest', async () => {
  const lean = await withoutServerOnly(declared);
  expect(lean).not.toMatch(/One plan|access|planUnsettled/);
  expect(lean).toContain("input: { summary: 'a field of that name' }");
  expect(lean).toContain("elsewhere({ summary: 'kept', errors })");
  const operation = (fields: object): string[] => Object.keys(fields);
  const run = new Function(
    'operation',
    'elsewhere',
    `${lean.replace(/^import.*$/m, '').replaceAll('export ', '')}; return getPlan;`,
  );
  expect(run(operation, operation)).toEqual(['method', 'path', 'effect', 'input', 'answerIn']);
});
