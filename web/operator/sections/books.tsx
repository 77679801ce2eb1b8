import type { ReactNode } from 'react';
import type { TrialBalanceCheck } from '#contract/books.ts';
import type { OutputOf } from '#contract/operation.ts';
import { listBalanceRoots } from '#contract/proofs.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { useConsoleText } from '../locale.ts';
import { useGetBooks } from '../queries/books.ts';
import { csvOf } from '../ui/csv.ts';
import styles from '../ui/layout.module.css';
import { Table } from '../ui/table.tsx';
import { Amount, At, UsdtAmount, useMilliseconds } from '../ui/values.tsx';
import { Disbursements } from './disbursements.tsx';
import { Fundings } from './funding.tsx';

/** The books of the house. */
export function Books(): ReactNode {
  return (
    <>
      <HouseAccounts />
      <Fundings />
      <Disbursements />
      <Checks />
      <Roots />
    </>
  );
}

type HouseBalance = OutputOf<typeof import('#contract/books.ts').getBooks>['house'][number];

/** Points have accounts of their own, named as those in USDT. */
const withoutPoints = (name: HouseBalance['name']): string =>
  ({ sponsorPoints: 'sponsor', prizePoints: 'prizes', charityPoints: 'charity', charityPointsSpent: 'charitySpent' })[
    name as string
  ] ?? name;

function HouseAccounts(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const books = useGetBooks();
  const nameOf = ({ name }: HouseBalance) => words(`wallet.house-${withoutPoints(name)}` as 'wallet.house-market');
  const save = (house: readonly HouseBalance[]) =>
    saveFile(
      'house-accounts.csv',
      'text/csv',
      csvOf(
        ['account', 'asset', 'balance'],
        house.map(({ name, balance }) => [name, balance.asset, balance.amount]),
      ),
    );
  return (
    <Card title={t('books.house')}>
      <Loaded query={books} height={400}>
        {({ house, at }) => (
          <>
            <p className={styles.quiet}>
              {t('books.asOf')} <At at={at} />
            </p>
            <Table
              caption={t('books.house')}
              rows={house}
              keyOf={({ name }) => name}
              empty=""
              columns={[
                { label: t('books.account'), cell: nameOf },
                { label: t('books.balance'), numeric: true, cell: ({ balance }) => <Amount {...balance} /> },
              ]}
            />
            <Button inline kind="outline" onClick={() => save(house)}>
              {t('shell.csv')}
            </Button>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Checks(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const milliseconds = useMilliseconds();
  const books = useGetBooks();
  const save = (checks: readonly TrialBalanceCheck[]) =>
    saveFile(
      'trial-balance.csv',
      'text/csv',
      csvOf(
        ['at', 'sound', 'sums', 'differences', 'torn transfers', 'unfounded points', 'took ms'],
        checks.map((check) => [
          new Date(check.at).toISOString(),
          String(check.isSound),
          check.sums.map(({ asset, amount }) => `${amount} ${asset}`).join(' '),
          String(check.differences),
          String(check.tornTransfers),
          String(check.unfounded),
          String(check.tookMs),
        ]),
      ),
    );
  return (
    <Card title={t('books.trialBalance')}>
      <p className={styles.quiet}>{t('books.trialBalanceText')}</p>
      <Loaded query={books} height={200}>
        {({ checks }) => (
          <>
            <Table
              caption={t('books.trialBalance')}
              rows={checks}
              keyOf={({ at }) => String(at)}
              empty={t('shell.notMeasured')}
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
            {checks.length === 0 ? null : (
              <Button inline kind="outline" onClick={() => save(checks)}>
                {t('shell.csv')}
              </Button>
            )}
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
  const roots = useRead(listBalanceRoots, {});
  return (
    <Card title={t('books.roots')}>
      <Loaded query={roots} height={200}>
        {(rows) => (
          <Table
            caption={t('books.roots')}
            rows={rows}
            keyOf={({ number }) => String(number)}
            empty={t('shell.notMeasured')}
            columns={[
              { label: t('books.number'), numeric: true, cell: ({ number }) => format.count(number) },
              { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
              { label: t('books.members'), numeric: true, cell: ({ members }) => format.count(members) },
              { label: t('books.owed'), numeric: true, cell: ({ total }) => <UsdtAmount value={total} /> },
              { label: t('shell.hash'), breaks: true, cell: ({ root }) => <span className={styles.code}>{root}</span> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
