import type { ReactNode } from 'react';
import { useConsoleText } from '../locale.ts';

/** What the member gave the conversation after its end. */
export function Rating({ stars }: { readonly stars: number | null }): ReactNode {
  const t = useConsoleText();
  return stars === null ? t('inbox.notRated') : t('inbox.stars', { stars: String(stars) });
}
