import type { ReactNode } from 'react';
import type { SecurityAct } from '#contract/security-acts.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import common from '#web/ui/style/common.module.css';
import type { HeldFigure } from './held-values.ts';
import { type HeldSubject, useHistoryCheck, type HistoryCheck as Verdict } from './history-query.ts';

const figureNames = {
  day: 'limits.day',
  week: 'limits.week',
  exclusion: 'limits.exclusion',
  realName: 'security.realName',
  pushDevices: 'notify.push',
} as const satisfies Record<HeldFigure, string>;

interface HistoryCheckProps {
  readonly of: readonly HeldSubject[];
  /** Says nothing while all is right. */
  readonly faultsOnly?: boolean;
}

/** Whether these values follow from the security history, as this phone keeps it. */
export function HistoryCheck(props: HistoryCheckProps): ReactNode {
  const username = useUsername();
  return username === null ? null : <Checked username={username} {...props} />;
}

function Checked({ username, of, faultsOnly = false }: HistoryCheckProps & { readonly username: string }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { data: check } = useHistoryCheck(username, of);
  if (!check) return null;
  const { faults, keptSince, isFirst, isKept } = check;
  if (faults.length > 0) return <Faults faults={faults} />;
  if (faultsOnly) return null;
  const line = () => {
    if (!isKept) return t('security.heldNothing');
    return isFirst || keptSince === null
      ? t('security.heldFirst')
      : t('security.heldSame', { time: format.dayTime(keptSince) });
  };
  return <p className={common.secondary}>{line()}</p>;
}

function Faults({ faults }: Pick<Verdict, 'faults'>): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <div role="alert">
      <Note kind="warning" title={t('security.heldDiffers')}>
        <p>{t('security.heldText')}</p>
        <ul>
          {faults.map((fault) =>
            fault.kind === 'value' ? (
              <li key={fault.figure}>
                {t(figureNames[fault.figure])}:{' '}
                <Figure source="probe">
                  {fault.expected || '-'} → {fault.now || '-'}
                </Figure>
              </li>
            ) : (
              <li key={fault.act.id}>
                {t(fault.kind === 'missing' ? 'security.heldGone' : 'security.heldChanged', {
                  act: t(`security.act-${fault.act.act as SecurityAct}`),
                  time: format.dayTime(fault.act.at),
                })}
              </li>
            ),
          )}
        </ul>
      </Note>
    </div>
  );
}
