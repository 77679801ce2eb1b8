import type { ConsoleTextKey } from '../console-texts.ts';

/**
 * A text of the console, and the words by which an operator knows what it means, as regular expressions: English, simplified
 * and traditional Chinese.
 */
export type Meaning = readonly [key: ConsoleTextKey, en: string, zh: string, tc: string];

/** Texts that an operator would be misled by if one had the place of another: the words of each are in none of the others. */
export type MeaningGroup = readonly Meaning[];
