import type { TextProblem } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import type { WrittenText } from './content-folder.ts';
import type { ContentKind } from './content-tables.ts';
import { placeholdersIn, readBlocks } from './content-text.ts';

const titleLengthMax = 200;
const bodyLengthMax = 40_000;

/** Names with a digit that are not figures. */
const namesWithDigits = /trend-1|reversion-1|SHA-256|argon2id/g;

/** Kinds whose texts never change after consent or publication: their numbers are literals, not placeholders. */
const isFixed = (kind: ContentKind): boolean => kind === 'document' || kind === 'notice';

type Text = Pick<WrittenText, 'title' | 'body'>;

/** Languages without a text. */
export const missingLocales = (texts: { has(locale: Locale): boolean }): Locale[] =>
  locales.filter((locale) => !texts.has(locale));

/** The problems of a text in one language, beside the English one. */
export function textProblems(
  kind: ContentKind,
  text: Text,
  english: Text,
  knownFigures: ReadonlySet<string>,
): TextProblem[] {
  const problems = formProblems(text, english);
  if (isFixed(kind)) return problems;
  const differ = usedFigures(text) !== usedFigures(english);
  return [...problems, ...figureProblems(text, knownFigures), ...(differ ? [found('otherFigures')] : [])];
}

const found = (problem: TextProblem['problem'], near = ''): TextProblem => ({ problem, near });

function formProblems({ title, body }: Text, english: Text): TextProblem[] {
  const blocks = readBlocks(body);
  const kinds = (text: Text) =>
    readBlocks(text.body)
      .map((block) => (block.kind === 'link' ? `${block.kind} ${block.path}` : block.kind))
      .join(', ');
  const expected = kinds(english);
  const rules: readonly (readonly [boolean, TextProblem])[] = [
    [title.length <= titleLengthMax && body.length <= bodyLengthMax, found('tooLong')],
    [title.trim() !== '' && blocks.length > 0, found('empty')],
    [!/<\/?[a-z][^>]*>/i.test(title + body), found('markup')],
    [!/^(#|#{3,}|=>|\*) ?/m.test(paragraphsOf(body)), found('strayBlock')],
    [kinds({ title, body }) === expected, found('otherBlocks', expected)],
  ];
  const differs = otherCodeLine(codeOf(body), codeOf(english.body));
  return [...rules.flatMap(([holds, problem]) => (holds ? [] : [problem])), ...differs];
}

const codeOf = (body: string): string[] =>
  readBlocks(body).flatMap((block) => (block.kind === 'code' ? block.lines : []));

/** Words of code that no language translates: figures, texts in quotes, names with a capital, a digit or `_` inside, numbers and signs. */
const untranslated = /\{[\w.]+\}|"[^"]*"|\b[A-Za-z_]\w*[A-Z\d_]\w*|\b0x[\da-f]+|\d+(?:\.\d+)?|[<>=*+^[\]]/g;

/** The first line of code that does not hold the same of them; in which order they stand is up to the language. */
function otherCodeLine(lines: readonly string[], english: readonly string[]): TextProblem[] {
  const heldBy = (line: string | undefined) => line?.match(untranslated)?.sort().join(' ') ?? '';
  const longer = lines.length > english.length ? lines : english;
  const at = longer.findIndex((_, line) => heldBy(lines[line]) !== heldBy(english[line]));
  const sameLength = lines.length === english.length;
  return at < 0 && sameLength ? [] : [found('otherCode', longer[Math.max(at, 0)]?.trim() ?? '')];
}

/** The paragraphs: lines that are no other block. */
function paragraphsOf(body: string): string {
  return readBlocks(body)
    .flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []))
    .join('\n');
}

function figureProblems({ title, body }: Text, known: ReadonlySet<string>): TextProblem[] {
  const text = `${title}\n${body}`;
  const unknown = placeholdersIn(text).filter((name) => !known.has(name));
  const bare = text
    .replace(/^\|.*$/gm, '')
    .replace(/\{[A-Za-z0-9.]+\}/g, '')
    .replace(/^\d{1,2}\. /gm, '')
    .replace(/^=> \S+ /gm, '')
    .replace(namesWithDigits, '');
  return [
    ...unknown.map((name) => found('unknownFigure', name)),
    ...(/[{}]/.test(bare) ? [found('brace')] : []),
    ...Array.from(bare.matchAll(/.{0,12}\p{Nd}.{0,12}/gu), ([near]) => found('bareNumber', near)),
  ];
}

function usedFigures({ title, body }: Text): string {
  return placeholdersIn(`${title}\n${body}`).sort().join(' ');
}
