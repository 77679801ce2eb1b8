import type { ReactNode } from 'react';
import { newestRoots } from '#contract/proofs.ts';
import { toDecimal } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { readAllRoots, useGetBooks, useListBalanceRoots } from '../queries/books.ts';
import { houseName } from '../ui/account-words.ts';
import styles from '../ui/layout.module.css';
import { useAfter } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { SaveCsv } from '../ui/save-csv.tsx';
import { Table } from '../ui/table.tsx';
import { Amount, At, Hash, UsdtAmount } from '../ui/values.tsx';
import { Disbursements } from './disbursements.tsx';
import { Fundings } from './funding.tsx';
import { Checks, TrialBalance } from './trial-balance.tsx';

/** The books of the house. */
export function Books(): ReactNode {
  return (
    <>
      <HouseAccounts />
      <Fundings />
      <Disbursements />
      <TrialBalance />
      <Checks />
      <Roots />
    </>
  );
}

function HouseAccounts(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  return (
    <Card title={t('books.house')}>
      <Loaded query={useGetBooks()} height={400}>
        {({ house, at }) => (
          <>
            <p className={styles.quiet}>
              {t('books.asOf')} <At at={at} />
            </p>
            <Table
              caption={t('books.house')}
              rows={house}
              keyOf={({ name }) => name}
              columns={[
                { label: t('books.account'), cell: ({ name }) => houseName(words, name) },
                { label: t('books.balance'), numeric: true, cell: ({ balance }) => <Amount {...balance} /> },
              ]}
            />
            <SaveCsv
              name="house-accounts.csv"
              head={['account', 'asset', 'balance']}
              rows={() => house.map(({ name, balance }) => [name, balance.asset, balance.amount])}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** What was owed to members, as it is published. */
function Roots(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const paging = useAfter();
  return (
    <Card title={t('books.roots')}>
      <p className={styles.quiet}>{t('books.rootsText')}</p>
      <ReadTable
        query={useListBalanceRoots(paging.after)}
        height={200}
        paging={paging}
        perPage={newestRoots}
        caption={t('books.roots')}
        keyOf={({ number }) => String(number)}
        empty={t('shell.notMeasured')}
        columns={[
          { label: t('books.number'), numeric: true, cell: ({ number }) => format.count(number) },
          { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
          { label: t('books.members'), numeric: true, cell: ({ members }) => format.count(members) },
          { label: t('books.owed'), numeric: true, cell: ({ total }) => <UsdtAmount value={total} /> },
          {
            label: t('shell.hash'),
            breaks: true,
            cell: ({ root }) => <Hash hash={root} />,
          },
          { label: t('books.logActs'), numeric: true, cell: ({ log }) => (log ? format.count(log.acts) : '') },
        ]}
      >
        {() => (
          <SaveCsv
            name="roots.csv"
            head={[
              'number',
              'at',
              'members',
              'owed USDT',
              'root',
              'digest',
              'previous',
              'signature',
              'log acts',
              'log head',
            ]}
            rows={async () =>
              (await readAllRoots()).map(({ number, at, members, total, root, digest, previous, signature, log }) => [
                ...[String(number), new Date(at).toISOString(), String(members), toDecimal('USDT', total)],
                ...[root, digest, previous, signature, String(log?.acts ?? ''), log?.head ?? ''],
              ])
            }
          />
        )}
      </ReadTable>
    </Card>
  );
}
