import type { MeaningGroup as GroupOf } from '#web/platform/i18n/meaning.fixture.ts';
import type { ConsoleTextKey } from '../console-texts.ts';

/** English, simplified Chinese, traditional Chinese. */
type Columns = `${string} | ${string} | ${string}`;

/** A group of texts that operators read. */
export type MeaningGroup = GroupOf<ConsoleTextKey, Columns>;
