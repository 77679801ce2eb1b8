import type { ReactNode } from 'react';
import type { LossLimitView } from '#contract/limits.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { isTooMuch } from './limit-form.ts';
import { useGetLimits } from './queries.ts';

interface LimitsReminderProps {
  /** Maximum loss of the plan being edited, as a negative amount; null while unknown. */
  readonly worst: Usdt | null;
}

/** What the member's limits leave, before a plan is placed. Renders nothing when no limit is set. */
export function LimitsReminder({ worst }: LimitsReminderProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const limits = useGetLimits().data;
  // Its texts are not among those of the first screen.
  if (limits === undefined || localeStore.catalogue().limits === undefined) return null;
  const { exclusion, lossLimits } = limits;
  const set = lossLimits.filter(({ count }) => count !== null);
  // `ExclusionNotice` says that nothing can be placed at all.
  if (exclusion !== null || set.length === 0) return null;
  const tooMuch = isTooMuch(set, worst);
  return (
    <Note
      kind={tooMuch ? 'warning' : 'plain'}
      title={t('limits.reminder')}
      link={{ label: t('limits.toLimits'), to: '/securityCenter' }}
    >
      {set.map((limit) => (
        <RemainingLimit key={limit.period} limit={limit} />
      ))}
      {tooMuch && worst !== null ? (
        <p role="status">
          <Figure source="market">{t('limits.tooMuch', { loss: format.exactUsdt(usdt(-worst)) })}</Figure>
        </p>
      ) : null}
    </Note>
  );
}

function RemainingLimit({ limit: { period, amount, count } }: { readonly limit: LossLimitView }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (amount === null || count === null) return null;
  const values = { left: format.exactUsdt(count.left), limit: format.exactUsdt(amount) };
  return (
    <p>
      <Figure source="ledger">{t(period === 'day' ? 'limits.dayLeft' : 'limits.weekLeft', values)}</Figure>
    </p>
  );
}
