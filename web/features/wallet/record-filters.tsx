import { type ReactNode, useState } from 'react';
import { recordRanges } from '#contract/wallet.ts';
import { type MemberAccountName, memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import type { Asset } from '#core/money/amount.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from '#web/ui/form/field.tsx';
import { PickerField } from '#web/ui/form/picker-field.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import type { RecordFilter } from './queries.ts';
import styles from './records.module.css';
import { accountWords } from './words.ts';

interface RecordFiltersProps {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}

/** The specification's ranges, days of one's own, the account, and a search. */
export function RecordFilters({ filter, onChange }: RecordFiltersProps): ReactNode {
  const t = useText();
  const field = (name: 'from' | 'until' | 'search') => ({
    name,
    value: filter[name],
    onChange: (value: string) => onChange({ ...filter, [name]: value }),
  });
  return (
    <>
      <fieldset className={styles.filters} aria-label={t('wallet.range')}>
        {([null, ...recordRanges] as const).map((range) => (
          <button
            key={range ?? 'everything'}
            type="button"
            className={styles.filter}
            aria-pressed={range === filter.range}
            onClick={() => onChange({ ...filter, range })}
          >
            {t(`wallet.${range ?? 'everything'}`)}
          </button>
        ))}
      </fieldset>
      <div className={styles.days}>
        <Field {...field('from')} type="date" label={t('wallet.from')} />
        <Field {...field('until')} type="date" label={t('wallet.until')} />
      </div>
      <AccountFilter
        asset={filter.asset}
        account={filter.account}
        onChoose={(account) => onChange({ ...filter, account })}
      />
      <Field {...field('search')} label={t('wallet.search')} maxLength={60} verbatim />
    </>
  );
}

interface AccountFilterProps {
  readonly asset: Asset;
  readonly account: MemberAccountName | null;
  readonly onChoose: (account: MemberAccountName | null) => void;
}

function AccountFilter({ asset, account, onChoose }: AccountFilterProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  const words = (each: MemberAccountName | null) => (each === null ? t('wallet.everyAccount') : accountWords(t, each));
  return (
    <>
      <PickerField
        label={t('wallet.whichAccount')}
        value={words(account)}
        placeholder={t('wallet.everyAccount')}
        onOpen={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('wallet.whichAccount')}>
        <RowList label={t('wallet.whichAccount')}>
          {[null, ...memberAccountNames.filter((name) => memberAccounts[name].asset === asset)].map((each) => (
            <Row
              key={each ?? 'every'}
              title={words(each)}
              selected={each === account}
              onPress={() => {
                setOpen(false);
                onChoose(each);
              }}
            />
          ))}
        </RowList>
      </Sheet>
    </>
  );
}
