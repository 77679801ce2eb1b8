import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contentBlock } from '#contract/content-blocks.ts';
import { cleanedTitle, fillBlock, passagesOf, plainText, readBlocks } from './content-text.ts';

const noFigure = (): undefined => undefined;
const wireOf = (body: string) => readBlocks(body).map((block) => z.encode(contentBlock, fillBlock(block, noFigure)));

test('a body becomes paragraphs, headings, lists, steps and links', () => {
  const body =
    'One line.\nAnother.\n\n## A heading\n- a\n- b\n\n- c\n1. first\n2. second\n=> /faq?id=levels The levels\n=> /verify/plan.v1.json A plan\n| if a < b:\n|   c = 1\n|';
  expect(wireOf(body)).toEqual([
    { kind: 'paragraph', text: ['One line.'] },
    { kind: 'paragraph', text: ['Another.'] },
    { kind: 'heading', text: ['A heading'] },
    { kind: 'list', items: [['a'], ['b']] },
    { kind: 'list', items: [['c']] },
    { kind: 'steps', items: [['first'], ['second']] },
    { kind: 'link', path: '/faq?id=levels', text: ['The levels'] },
    { kind: 'link', path: '/verify/plan.v1.json', text: ['A plan'] },
    { kind: 'code', lines: ['if a < b:', '  c = 1', ''] },
  ]);
});

test('markup, scripts and addresses elsewhere are nothing but characters', () => {
  const lines = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '**bold** _and_ `code` &lt;b&gt;',
    '=> https://example.org Elsewhere',
    '=> //example.org Elsewhere',
    '=> javascript:alert(1) Run',
    '=> /rule?id=../../etc Up',
    '=> /a/b Deeper',
    '=> /verify/../server/main.ts Out of it',
    '=> /verify/plan Without an ending',
    '=> /rule',
    '# not a second title',
    '### nor a third',
  ];
  for (const line of lines) expect(wireOf(line)).toEqual([{ kind: 'paragraph', text: [line] }]);
});

test('characters that are not seen but turn or end the text are left out', () => {
  expect(wireOf('a\u202eb\u0000c\u2066d\ufeff\u0007')).toEqual([{ kind: 'paragraph', text: ['abcd'] }]);
  expect(cleanedTitle(' a\u202eb\u0000c\u2066d\ufeff\r\nin  one line ')).toBe('abcd in one line');
  expect(wireOf('one\u2028two\r\nthree\rfour').map((block) => block.kind)).toEqual(Array(4).fill('paragraph'));
});

test('every kind of block has its figures, code as code writes them', () => {
  const figureOf = (_name: string, form: string) => (form === 'exact' ? '1200' : '1,200');
  const blocks = readBlocks('## {p} h\n- {p} i\n1. {p} s\n=> /faq {p} l\n| x = {p}').map((one) =>
    fillBlock(one, figureOf),
  );
  const figure = { rule: 'p', value: '1,200' };
  expect(blocks).toEqual([
    { kind: 'heading', text: [figure, ' h'] },
    { kind: 'list', items: [[figure, ' i']] },
    { kind: 'steps', items: [[figure, ' s']] },
    { kind: 'link', path: '/faq', text: [figure, ' l'] },
    { kind: 'code', lines: ['x = 1200'] },
  ]);
});

test('a known placeholder is a run of its own, an unknown one stays as it is written', () => {
  const figureOf = (name: string) => (name === 'plan.rounds' ? '12' : undefined);
  const [block] = readBlocks('{plan.rounds} rounds, {plan.rounds}{plan.rounds} {toString} {} {plan.rounds').map((one) =>
    fillBlock(one, figureOf),
  );
  const figure = { rule: 'plan.rounds', value: '12' };
  expect(block).toEqual({
    kind: 'paragraph',
    text: [figure, ' rounds, ', figure, figure, ' {toString} {} {plan.rounds'],
  });
});

test('code takes a figure as a program writes it, other text as the reader does', () => {
  const figureOf = (_name: string, form: 'worded' | 'exact') => (form === 'exact' ? '0.001' : '0,001');
  const filled = readBlocks('| x * {trend.band}\nAbout {trend.band}.').map((one) => fillBlock(one, figureOf));
  expect(filled).toEqual([
    { kind: 'code', lines: ['x * 0.001'] },
    { kind: 'paragraph', text: ['About ', { rule: 'trend.band', value: '0,001' }, '.'] },
  ]);
});

test('whatever is stored can be sent, and no letter of it is lost', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('- ', '## ', '=> /rule x', '=> ', '1. a', '12345. a', '#', '{a.b}', '<b>', '\u202e', '\r', '\n\n'),
  );
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const body = lines.join('\n');
      const blocks = wireOf(body);
      const shown = blocks.map((block) =>
        [...passagesOf(block).map(plainText), 'path' in block ? block.path : ''].join(''),
      );
      expect([...letters(shown.join(''))].sort()).toEqual([...letters(body)].sort());
    }),
    { numRuns: 100 },
  );
});
