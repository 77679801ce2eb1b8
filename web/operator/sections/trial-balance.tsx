import { type ReactNode, useState } from 'react';
import type { TrialBalanceCheck, TrialBalanceRow } from '#contract/books.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { useConsoleText } from '../locale.ts';
import { readAllChecks, useGetTrialBalance, useListTrialBalanceChecks } from '../queries/books.ts';
import { houseName } from '../ui/account-words.ts';
import styles from '../ui/layout.module.css';
import { SaveCsv } from '../ui/save-csv.tsx';
import { Table } from '../ui/table.tsx';
import { Amount, At, useMilliseconds } from '../ui/values.tsx';

/** Every account by its name, as it stands: a debit has a balance below zero, a credit one above. */
export function TrialBalance(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const nameOf = ({ of, name }: TrialBalanceRow): string =>
    of === 'house' ? houseName(words, name) : words(`wallet.member-${name}` as 'wallet.member-available');
  return (
    <Card title={t('books.trialBalance')}>
      <Loaded query={useGetTrialBalance()} height={400}>
        {({ at, rows }) => (
          <>
            <p className={styles.quiet}>
              {t('books.trialBalanceText')} {t('books.asOf')} <At at={at} />
            </p>
            <Table
              caption={t('books.trialBalance')}
              rows={rows}
              keyOf={({ of, name }) => `${of} ${name}`}
              columns={[
                { label: t('books.of'), cell: ({ of }) => t(`books.of-${of}`) },
                { label: t('books.account'), cell: nameOf },
                { label: t('books.debit'), numeric: true, cell: ({ balance }) => <Side balance={balance} isDebit /> },
                { label: t('books.credit'), numeric: true, cell: ({ balance }) => <Side balance={balance} /> },
              ]}
            />
            <SaveCsv
              name="trial-balance.csv"
              head={['of', 'account', 'asset', 'balance']}
              rows={() => rows.map(({ of, name, balance }) => [of, name, balance.asset, balance.amount])}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface SideProps {
  readonly balance: TrialBalanceRow['balance'];
  readonly isDebit?: boolean;
}

function Side({ balance: { asset, amount }, isDebit = false }: SideProps): ReactNode {
  if (amount.startsWith('-') !== isDebit) return null;
  return <Amount asset={asset} amount={amount.replace('-', '')} />;
}

const checkCells = (check: TrialBalanceCheck): readonly string[] => [
  new Date(check.at).toISOString(),
  String(check.isSound),
  check.sums.map(({ asset, amount }) => `${amount} ${asset}`).join(' '),
  String(check.differences),
  String(check.tornTransfers),
  String(check.unfounded),
  String(check.tookMs),
];

/** What came of the checks that recompute every balance. */
export function Checks(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const milliseconds = useMilliseconds();
  const [isUnsound, setUnsound] = useState(false);
  return (
    <Card title={t('books.checks')}>
      <p className={styles.quiet}>{t('books.checksText')}</p>
      <Checkbox name="unsound" checked={isUnsound} onChange={setUnsound}>
        {t('books.unsoundAlone')}
      </Checkbox>
      <PagedList
        list={useListTrialBalanceChecks(isUnsound)}
        height={200}
        empty={<p>{t(isUnsound ? 'books.allSound' : 'shell.notMeasured')}</p>}
        moreText={t('shell.more')}
      >
        {(checks) => (
          <>
            <Table
              caption={t('books.checks')}
              rows={checks}
              keyOf={({ at }) => String(at)}
              columns={[
                { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
                {
                  label: t('books.outcome'),
                  cell: ({ isSound }) => (
                    <Chip tone={isSound ? 'plain' : 'danger'}>{t(isSound ? 'books.sound' : 'books.notSound')}</Chip>
                  ),
                },
                {
                  label: t('books.sums'),
                  numeric: true,
                  cell: ({ sums }) =>
                    sums.map((sum) => (
                      <div key={sum.asset}>
                        <Amount {...sum} />
                      </div>
                    )),
                },
                { label: t('books.differences'), numeric: true, cell: ({ differences }) => format.count(differences) },
                { label: t('books.torn'), numeric: true, cell: ({ tornTransfers }) => format.count(tornTransfers) },
                { label: t('books.unfounded'), numeric: true, cell: ({ unfounded }) => format.count(unfounded) },
                { label: t('books.took'), numeric: true, cell: ({ tookMs }) => milliseconds(tookMs) },
              ]}
            />
            <SaveCsv
              name="checks.csv"
              head={['at', 'sound', 'sums', 'differences', 'torn transfers', 'without basis', 'took ms']}
              rows={async () => (await readAllChecks(isUnsound)).map(checkCells)}
            />
          </>
        )}
      </PagedList>
    </Card>
  );
}
