/**
 * Texts that a reader would be misled by if one had the place of another. Each has a column per language, with the words by which a
 * reader knows what it means, as a regular expression: they are in none of the other texts.
 */
export type MeaningGroup<Key extends string, Columns extends string> = Readonly<Partial<Record<Key, Columns>>>;

type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What is wrong with the texts of the language in a column: words that its text does not have, or that another has as well. */
export function misleadingTexts(
  groups: readonly MeaningGroup<string, string>[],
  column: number,
  sections: Sections,
): readonly string[] {
  return groups.flatMap((group) =>
    Object.entries(group).flatMap(([key, words = '']) => {
      const meant = new RegExp(words.split(' | ')[column] ?? key);
      const saying = Object.keys(group).filter((other) => meant.test(textOf(sections, other)));
      return saying.join() === key ? [] : [`${meant} of ${key} is in: ${saying.join(', ')}`];
    }),
  );
}

function textOf(sections: Sections, key: string): string {
  const dot = key.indexOf('.');
  return sections[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? '';
}
