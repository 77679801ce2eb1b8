import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';

export function PaperNote(): ReactNode {
  const t = useText();
  return <Note title={t('deposits.paperTitle')}>{t('deposits.paperText')}</Note>;
}
