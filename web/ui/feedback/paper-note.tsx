import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from './note.tsx';

/** On pages of payments: no real money moves. */
export function PaperNote({ of }: { readonly of: 'deposits' | 'withdrawals' }): ReactNode {
  const t = useText();
  return <Note title={t(`${of}.paperTitle`)}>{t(`${of}.paperText`)}</Note>;
}
