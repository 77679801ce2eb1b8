import { translate } from '#web/platform/i18n/text.ts';
import { showToast } from './toast.tsx';

/**
 * Copies the text and says whether that worked; a page that is not secure has no clipboard. `onRefused` may make copying by hand
 * easier, and gives the words for it.
 */
export async function copyText(text: string, onRefused?: () => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(translate('shell.copied'), 'success');
  } catch {
    showToast(onRefused?.() ?? translate('shell.copyFailed'), 'failure');
  }
}
