import { type Locale, languageTags } from '#contract/locale.ts';
import type { Library } from './library.ts';
import { fold } from './search-text.ts';

const shownMax = 3;
/** A word in a title says more about a text than one within it. */
const titleWeight = 4;
/** Of a question's characters, so that a long one costs no more than a short one. */
const questionLengthMax = 400;

/** Ids of the help texts that fit a question, best first; none where no word of it is telling. */
export function suggestHelp(library: Library, question: string, locale: Locale): string[] {
  const pages = library.pages('help', locale);
  const scores = new Map<string, number>();
  for (const word of wordsOf(question.slice(0, questionLengthMax), locale)) {
    const inText = pages.filter(({ folded }) => folded.text.includes(word) || folded.title.includes(word));
    // The rarer a word is among the texts, the more it says; one that most texts have says nothing.
    const weight = Math.log(pages.length / Math.max(1, inText.length));
    if (inText.length * 2 > pages.length) continue;
    for (const { id, folded } of inText) {
      const found = weight * (folded.title.includes(word) ? titleWeight : 1);
      scores.set(id, (scores.get(id) ?? 0) + found);
    }
  }
  return [...scores]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shownMax)
    .map(([id]) => id);
}

/** The words of two characters or more; of languages without spaces as the language's own segmentation has them. */
function wordsOf(question: string, locale: Locale): ReadonlySet<string> {
  const segments = new Intl.Segmenter(languageTags[locale], { granularity: 'word' }).segment(question.normalize('NFC'));
  const words = Array.from(segments, ({ segment, isWordLike }) => (isWordLike ? fold(segment) : ''));
  return new Set(words.filter((word) => word.length > 1));
}
