import type { en as confirmations } from '#contract/confirmation-texts/en.ts';
import type { en as notifications } from '#contract/notification-texts/en.ts';
import type { MeaningGroup as GroupOf } from '#web/platform/i18n/meaning.fixture.ts';
import type { TextKey } from './catalogue.ts';

type ServerTextKey = `confirmations.${keyof typeof confirmations}` | `notifications.${keyof typeof notifications}`;

/** English, Thai, Vietnamese, traditional Chinese, simplified Chinese, Japanese. */
type Columns = `${string} | ${string} | ${string} | ${string} | ${string} | ${string}`;

/** A group of texts that members read. */
export type MeaningGroup = GroupOf<TextKey | ServerTextKey, Columns>;
