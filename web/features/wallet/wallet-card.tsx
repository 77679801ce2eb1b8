import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { getPurse } from '#contract/wallet.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useGetPurse, useGetWallet } from './queries.ts';
import styles from './records.module.css';
import { accountWords, assetText } from './words.ts';

const ledger = { source: 'ledger', decimals: 6 } as const;

/** Balance, locked and available amount, and today's profit. */
export function WalletCard(): ReactNode {
  const t = useText();
  const wallet = useGetWallet().data;
  const waiting = <Skeleton height={22} width={90} />;
  return (
    <Card className={styles.wallet}>
      <LabelledRow columns={1}>
        <Labelled label={t('wallet.balance')} size="hero" {...(wallet && { unit: 'USDT' })}>
          {wallet ? <Money {...ledger} value={wallet.authorization} /> : <Skeleton height={38} width={190} />}
        </Labelled>
      </LabelledRow>
      <LabelledRow columns={2}>
        <Labelled label={t('wallet.available')}>
          {wallet ? <Money {...ledger} value={wallet.available} /> : waiting}
        </Labelled>
        <Labelled label={t('wallet.locked')}>{wallet ? <Money {...ledger} value={wallet.locked} /> : waiting}</Labelled>
        <Labelled label={t('wallet.profitToday')} to="/profit">
          {wallet ? <Money {...ledger} value={wallet.incomeToday} sign="always" /> : waiting}
        </Labelled>
      </LabelledRow>
      <SourceLine source="ledger">{t('wallet.walletSource')}</SourceLine>
    </Card>
  );
}

/** Balances of the member's accounts, points by themselves; empty ones are left out. */
export function PurseCard(): ReactNode {
  const t = useText();
  const purse = useGetPurse();
  return (
    <Loaded query={purse} height={110} radius={14}>
      {(accounts) => (
        <>
          <Balances title={t('wallet.accounts')} accounts={accounts.filter(({ asset }) => asset === 'USDT')} />
          <Balances
            title={t('wallet.points')}
            accounts={accounts.filter(({ asset }) => asset === 'PTS')}
            to="/account?asset=PTS"
          />
        </>
      )}
    </Loaded>
  );
}

interface BalancesProps {
  readonly title: string;
  readonly accounts: OutputOf<typeof getPurse>;
  /** Their statement. */
  readonly to?: string;
}

function Balances({ title, accounts, to }: BalancesProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const shown = accounts.filter(({ balance, account }) => balance !== 0n || account === 'available');
  if (shown.length === 0) return null;
  return (
    <Card title={title}>
      <RowList label={title}>
        {shown.map(({ account, asset, balance }) => (
          <Row
            key={account}
            title={accountWords(t, account)}
            value={
              <Figure source="ledger">
                {assetText(format, asset, balance)} {asset}
              </Figure>
            }
            {...(to === undefined ? {} : { to })}
          />
        ))}
      </RowList>
    </Card>
  );
}
