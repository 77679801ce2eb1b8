import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import { pathOfTransfer } from '#contract/transfer-pages.ts';
import type { getAccountRecord, RecordPosting } from '#contract/wallet.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './records.module.css';
import { assetText, sideWords } from './words.ts';

/** One transfer with all its postings, the house's included. */
export function Bill({ bill }: { readonly bill: OutputOf<typeof getAccountRecord> }): ReactNode {
  const t = useText();
  const format = useFormat();
  const page = pathOfTransfer(bill.kind, bill.reference);
  return (
    <>
      <Card title={t(`wallet.kind-${bill.kind}`)}>
        <RowList label={t('wallet.billTitle')}>
          <Row title={t('wallet.time')} value={format.fullTime(bill.at)} />
          <Row title={t('wallet.recordedAt')} value={format.fullTime(bill.recordedAt)} />
          <Row title={t('wallet.transfer')} value={<code>{bill.transfer}</code>} />
          {page === null ? (
            <Row title={t('wallet.reference')} note={<code>{bill.reference}</code>} />
          ) : (
            <Row
              title={t('wallet.reference')}
              note={<code>{bill.reference}</code>}
              value={t('wallet.open')}
              to={page}
            />
          )}
        </RowList>
      </Card>
      <Card title={t('wallet.postings')}>
        <p className={styles.note}>{t('wallet.postingsText')}</p>
        <ul>
          {bill.postings.map((posting) => (
            <Posting key={posting.place} posting={posting} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function Posting({ posting }: { readonly posting: RecordPosting }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { asset, amount, from, to } = posting;
  return (
    <li className={styles.posting}>
      <span className={styles.head}>
        <span>{t('wallet.fromTo', { from: sideWords(t, from), to: sideWords(t, to) })}</span>
        <Figure source="ledger">
          {assetText(format, asset, amount)} {asset}
        </Figure>
      </span>
      {[from, to].map((side) =>
        side.balance === null ? null : (
          <Figure key={side.account} source="ledger" className={styles.note}>
            {t('wallet.yourBalance', { account: sideWords(t, side), balance: assetText(format, asset, side.balance) })}
          </Figure>
        ),
      )}
    </li>
  );
}
