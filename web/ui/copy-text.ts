import { translate } from '#web/platform/i18n/text.ts';
import { showToast } from './toast.tsx';

/** Copies the text and says whether that worked; a page that is not secure has no clipboard. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(translate('shell.copied'), 'success');
  } catch {
    showToast(translate('shell.copyFailed'), 'failure');
  }
}
