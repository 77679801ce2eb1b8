import { locales } from '#contract/locale.ts';
import type { WrittenContent, WrittenText } from './content-folder.ts';
import type { ContentKind } from './content-tables.ts';
import { placeholdersIn, readBlocks } from './content-text.ts';

const titleLengthMax = 200;
const bodyLengthMax = 40_000;

/** Names with a digit that are not figures. */
const namesWithDigits = /trend-1|reversion-1|SHA-256|argon2id/g;

/** Kinds whose texts never change after consent or publication: their numbers are literals, not placeholders. */
const isFixed = (kind: ContentKind): boolean => kind === 'document' || kind === 'notice';

/** The problems of a text as sentences; empty without any. */
export function contentProblems(
  { kind, name, texts }: Pick<WrittenContent, 'kind' | 'name' | 'texts'>,
  knownFigures: ReadonlySet<string>,
): string[] {
  const english = texts.get('en');
  if (!english) return [`${kind}/${name}: there is no English text`];
  const expected = isFixed(kind) ? '' : usedFigures(english);
  return locales.flatMap((locale) => {
    const text = texts.get(locale);
    if (!text) return [`${kind}/${name}: ${locale}.md is missing`];
    const problems = [
      ...formProblems(text, english),
      ...(isFixed(kind) ? [] : figureProblems(text, knownFigures)),
      ...(isFixed(kind) || usedFigures(text) === expected ? [] : ['its placeholders are not those of en.md']),
    ];
    return problems.map((problem) => `${kind}/${name}/${locale}.md: ${problem}`);
  });
}

function formProblems({ title, body }: WrittenText, english: WrittenText): string[] {
  const blocks = readBlocks(body);
  const kinds = (text: WrittenText) =>
    readBlocks(text.body)
      .map((block) => (block.kind === 'link' ? `${block.kind} ${block.path}` : block.kind))
      .join(', ');
  const rules: readonly (readonly [boolean, string])[] = [
    [title.length <= titleLengthMax && body.length <= bodyLengthMax, 'it is too long'],
    [blocks.length > 0, 'there is nothing below its title'],
    [!/<\/?[a-z][^>]*>/i.test(title + body), 'it has markup in it, which is shown as it is written'],
    [!/^(#|#{3,}|=>|\*) ?/m.test(paragraphsOf(body)), 'a line begins like a block and is none'],
    [kinds({ title, body, hash: '' }) === kinds(english), `its blocks are not those of en.md (${kinds(english)})`],
    [codeOf(body) === codeOf(english.body), 'its code is not that of en.md, character for character'],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

function codeOf(body: string): string {
  return readBlocks(body)
    .flatMap((block) => (block.kind === 'code' ? block.lines : []))
    .join('\n');
}

/** The paragraphs: lines that are no other block. */
function paragraphsOf(body: string): string {
  return readBlocks(body)
    .flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []))
    .join('\n');
}

function figureProblems({ title, body }: WrittenText, known: ReadonlySet<string>): string[] {
  const text = `${title}\n${body}`;
  const unknown = placeholdersIn(text).filter((name) => !known.has(name));
  const bare = text
    .replace(/^\|.*$/gm, '')
    .replace(/\{[A-Za-z0-9.]+\}/g, '')
    .replace(/^\d{1,2}\. /gm, '')
    .replace(/^=> \S+ /gm, '')
    .replace(namesWithDigits, '');
  return [
    ...unknown.map((name) => `there is no figure {${name}}`),
    ...(/[{}]/.test(bare) ? ['a brace stands alone'] : []),
    ...Array.from(bare.matchAll(/.{0,12}\p{Nd}.{0,12}/gu), ([near]) => `a number outside a placeholder: "${near}"`),
  ];
}

function usedFigures({ title, body }: WrittenText): string {
  return placeholdersIn(`${title}\n${body}`).sort().join(' ');
}
