import { copyText } from '#web/ui/feedback/copy-text.ts';

interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** Opens the phone's share sheet; copies the link where there is none, or where it fails. A sheet that was closed stays without effect. */
export async function shareLink(shared: Shared): Promise<void> {
  if (typeof navigator.share !== 'function') return await copyText(shared.url);
  try {
    await navigator.share(shared);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyText(shared.url);
  }
}
