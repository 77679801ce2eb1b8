import { translate } from '#web/platform/i18n/text.ts';
import { showToast } from './toast.tsx';

/**
 * Copies the text to the clipboard and shows the result; insecure pages have no clipboard. `onRefused` may prepare copying by hand, and
 * returns the message for it.
 */
export async function copyText(text: string, onRefused?: () => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(translate('shell.copied'), 'success');
  } catch {
    showToast(onRefused?.() ?? translate('shell.copyFailed'), 'failure');
  }
}
