import type { ReactNode } from 'react';
import { excludedUntil } from '#core/limits/exclusion.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { useGetLimits } from './queries.ts';

/** Above a form that self-exclusion refuses: until when, and what stays open. Renders nothing without an exclusion. */
export function ExclusionNotice(): ReactNode {
  const t = useText();
  const format = useFormat();
  const { exclusion, timeZone = '', now = 0 } = useGetLimits().data ?? {};
  if (!exclusion) return null;
  const time = format.fullTime(excludedUntil(exclusion, now) ?? exclusion.endsAt);
  return (
    <Note kind="warning" title={t('limits.excluded')} link={{ label: t('limits.toLimits'), to: '/securityCenter' }}>
      <p>{t('limits.until', { time, zone: timeZone })}</p>
      <p>{t('limits.exclusionText')}</p>
    </Note>
  );
}
