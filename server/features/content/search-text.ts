import type { ContentBlock, TextRun } from '#contract/content-blocks.ts';
import { type Locale, languageTags } from '#contract/locale.ts';
import { passagesOf, plainText } from './content-text.ts';

/**
 * Text folded for searching: without letter case, character width and Latin accents, so that "quy tac" finds "quy tắc". Searching is
 * by substring, because Chinese, Japanese and Thai do not put spaces between words.
 */
export function fold(text: string): string {
  return foldWithOffsets(text).folded;
}

interface Folded {
  readonly folded: string;
  /** For each index of `folded`, the index in the original text. */
  readonly offsets: readonly number[];
}

function foldWithOffsets(text: string): Folded {
  const offsets: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const plain = character
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll('đ', 'd');
    for (let count = 0; count < plain.length; count++) offsets.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, offsets };
}

/** The folded words of a search; none when it is only spaces. */
export function searchWords(search: string): string[] {
  return [
    ...new Set(
      fold(search)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}

/** Title and whole text of a page, folded. */
export function foldedOf(title: string, blocks: readonly ContentBlock[]): { title: string; text: string } {
  return { title: fold(title), text: fold(blocks.flatMap(passagesOf).map(plainText).join('\n')) };
}

const excerptLength = 120;

/** The passage with the first match, else the first paragraph; shortened at word boundaries of the language. */
export function excerptOf(blocks: readonly ContentBlock[], words: readonly string[], locale: Locale): TextRun[] {
  const passages = blocks.filter(({ kind }) => kind !== 'heading').flatMap(passagesOf);
  for (const passage of words.length === 0 ? [] : passages) {
    const { folded, offsets } = foldWithOffsets(plainText(passage));
    const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
    if (places.length > 0) return shorten(passage, offsets[Math.min(...places)] ?? 0, locale);
  }
  return shorten(passages[0] ?? [], 0, locale);
}

/** About `excerptLength` characters around the index `at`. */
function shorten(runs: readonly TextRun[], at: number, locale: Locale): TextRun[] {
  const text = plainText(runs);
  if (text.length <= excerptLength) return [...runs];
  const isSpace = (place: number): boolean => /\s/.test(text[place] ?? '');
  const boundaries = Array.from(wordsOf(locale).segment(text), ({ index }) => index);
  const first = Math.max(0, Math.min(at - excerptLength / 3, text.length - excerptLength));
  const from = boundaries.findLast((place) => place <= first && !isSpace(place)) ?? 0;
  const last = boundaries.findLast((place) => place > from && place <= from + excerptLength && !isSpace(place - 1));
  // A passage that ends soon is shown to its end, however long its first word is.
  const end = first + excerptLength >= text.length ? text.length : (last ?? text.length);
  const kept = cut(runs, from, end);
  return [...(from > 0 ? ['…'] : []), ...kept, ...(end < text.length ? ['…'] : [])];
}

/** The runs between two indices of their text; a figure is never cut. */
function cut(runs: readonly TextRun[], from: number, to: number): TextRun[] {
  const kept: TextRun[] = [];
  let at = 0;
  for (const run of runs) {
    const length = typeof run === 'string' ? run.length : run.value.length;
    if (at < to && at + length > from) {
      kept.push(typeof run === 'string' ? run.slice(Math.max(0, from - at), to - at) : run);
    }
    at += length;
  }
  return kept;
}

const segmenters = new Map<Locale, Intl.Segmenter>();

function wordsOf(locale: Locale): Intl.Segmenter {
  const known = segmenters.get(locale);
  if (known) return known;
  const made = new Intl.Segmenter(languageTags[locale], { granularity: 'word' });
  segmenters.set(locale, made);
  return made;
}
