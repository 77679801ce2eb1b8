import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import common from '#web/ui/style/common.module.css';
import type { EntryFault, ListedEntries } from './kept-entries.ts';
import { useKeptCheck } from './queries.ts';

const faultNames = {
  changed: 'weight.keptChanged',
  missing: 'weight.keptMissing',
  score: 'weight.keptScore',
} as const satisfies Record<EntryFault['kind'], string>;

/** Whether the entries are those that this phone has seen before. */
export function KeptCheck({
  username,
  listed,
}: {
  readonly username: string;
  readonly listed: ListedEntries;
}): ReactNode {
  const t = useText();
  const format = useFormat();
  const { data: check } = useKeptCheck(username, listed);
  if (!check) return null;
  const { faults, keptSince, isKept } = check;
  if (faults.length > 0) {
    return (
      <div role="alert" className={common.secondary}>
        <p>{t('weight.keptDiffers')}</p>
        <ul>
          {faults.map(({ kind, id, kept, listed: now }) => (
            <li key={`${kind} ${id}`}>
              {t(faultNames[kind], { id })}{' '}
              <Figure source="probe">
                {kept} → {now}
              </Figure>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const line = () => {
    if (!isKept) return t('weight.keptNothing');
    return keptSince === null ? t('weight.keptFirst') : t('weight.keptSame', { time: format.dayTime(keptSince) });
  };
  return <p className={common.secondary}>{line()}</p>;
}
