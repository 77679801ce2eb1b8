import { type ReactNode, useState } from 'react';
import type { Disbursement } from '#contract/donations.ts';
import { points, usdt } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Verdict } from '#web/ui/proof/verdict.tsx';
import common from '#web/ui/style/common.module.css';
import type { CharityCheck } from './charity-check.ts';
import { CharityColumns } from './charity-columns.tsx';
import styles from './giving.module.css';
import { useListDisbursements } from './queries.ts';
import { useGivingLocale, useGivingText } from './use-giving-text.ts';

const shownAtFirst = 5;

/** What was disbursed, with receipts, and what this phone computes from them and the newest published root. */
export function DisbursementsCard(): ReactNode {
  const text = useGivingText();
  return (
    <Card title={text('disbursements')}>
      <Loaded query={useListDisbursements()} height={110}>
        {({ disbursements, check, isContradicted }) => (
          <>
            <DisbursementList disbursements={disbursements} />
            {check === null ? (
              <p className={common.secondary}>{text('noRoot')}</p>
            ) : (
              <Check {...{ check, isContradicted }} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function DisbursementList({ disbursements }: { readonly disbursements: readonly Disbursement[] }): ReactNode {
  const text = useGivingText();
  const format = useFormat();
  const locale = useGivingLocale();
  const [showsAll, setShowsAll] = useState(false);
  if (disbursements.length === 0) return <p className={common.secondary}>{text('noDisbursements')}</p>;
  const shown = showsAll ? disbursements : disbursements.slice(0, shownAtFirst);
  return (
    <>
      <SourceLine source="ledger">{text('disbursementsReal')}</SourceLine>
      <ul className={styles.receipts} aria-label={text('disbursements')}>
        {shown.map(({ id, cause, asset, amount, receipt, at }) => (
          <li key={id}>
            <span className={styles.row}>
              <strong>{cause[locale].name}</strong>
              <Amount asset={asset} value={amount} />
            </span>
            <span>{cause[locale].about}</span>
            <span>{text('receipt', { receipt })}</span>
            <time>{format.fullTime(at)}</time>
          </li>
        ))}
      </ul>
      {shown.length < disbursements.length ? (
        <Button kind="quiet" onClick={() => setShowsAll(true)}>
          {text('allDisbursements')}
        </Button>
      ) : null}
    </>
  );
}

function Amount({ asset, value }: { readonly asset: 'USDT' | 'PTS'; readonly value: bigint }): ReactNode {
  const text = useGivingText();
  return (
    <span>
      {asset === 'USDT' ? (
        <Money source="ledger" value={usdt(value)} decimals={6} />
      ) : (
        <Count source="ledger" count={points(value)} />
      )}{' '}
      {text(asset === 'USDT' ? 'inUsdt' : 'inPoints')}
    </span>
  );
}

interface CheckProps {
  readonly check: CharityCheck;
  readonly isContradicted: boolean;
}

function Check({ check, isContradicted }: CheckProps): ReactNode {
  const text = useGivingText();
  const format = useFormat();
  const { root, columns, listed, matches, fall } = check;
  return (
    <div className={styles.real}>
      <SourceLine source="ledger">
        {text('rootColumns', { number: root.number, time: format.fullTime(root.at) })}
      </SourceLine>
      <CharityColumns inPoints={columns.PTS} inUsdt={columns.USDT} />
      {fall === null ? null : (
        <div role="alert">
          <p>{text('receivedFell', { earlier: fall.earlier.number, later: fall.later.number })}</p>
          <p className={styles.row}>
            <Amount asset={fall.asset} value={fall.earlier.received} />
            <span aria-hidden="true">→</span>
            <Amount asset={fall.asset} value={fall.later.received} />
          </p>
        </div>
      )}
      {isContradicted ? (
        <p role="alert">{text('rootsContradict')}</p>
      ) : matches && fall === null ? (
        <div role="status">
          <Verdict>{text('receiptsMatch')}</Verdict>
        </div>
      ) : matches ? null : (
        <div role="alert">
          <p>{text('receiptsDiffer')}</p>
          <p className={styles.row}>
            <Amount asset="PTS" value={listed.PTS} />
            <Amount asset="USDT" value={listed.USDT} />
          </p>
        </div>
      )}
    </div>
  );
}
