import { recordingTexts } from '#contract/market.ts';
import type { Translate } from '../i18n/text.ts';

/** The name of a market's source in the language of the app, or its label where no language has one. */
export function recordingName(t: Translate, label: string): string {
  const text = recordingTexts[label];
  return text === undefined ? label : t(`market.${text}`);
}
