import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { getAccountRecord, RecordPosting } from '#contract/records.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './records.module.css';
import { assetText, pageOf, sideWords } from './words.ts';

/** One transfer: what it is about, and every posting of it, the house's side too. */
export function Bill({ bill }: { readonly bill: OutputOf<typeof getAccountRecord> }): ReactNode {
  const t = useText();
  const format = useFormat();
  const page = pageOf(bill.kind, bill.reference);
  return (
    <>
      <Card title={t(`records.kind-${bill.kind}`)}>
        <RowList label={t('records.billTitle')}>
          <Row title={t('records.time')} value={format.fullTime(bill.at)} />
          <Row title={t('records.recordedAt')} value={format.fullTime(bill.recordedAt)} />
          <Row title={t('records.transfer')} value={<code>{bill.transfer}</code>} />
          {page === null ? (
            <Row title={t('records.reference')} note={<code>{bill.reference}</code>} />
          ) : (
            <Row
              title={t('records.reference')}
              note={<code>{bill.reference}</code>}
              value={t('records.open')}
              to={page}
            />
          )}
        </RowList>
      </Card>
      <Card title={t('records.postings')}>
        <p className={styles.note}>{t('records.postingsText')}</p>
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
        <span>{t('records.fromTo', { from: sideWords(t, from), to: sideWords(t, to) })}</span>
        <Figure source="ledger" mark="group">
          {assetText(format, asset, amount)} {asset}
        </Figure>
      </span>
      {[from, to].map((side) =>
        side.balance === null ? null : (
          <Figure key={side.account} source="ledger" mark="group" className={styles.note}>
            {t('records.yourBalance', { account: sideWords(t, side), balance: assetText(format, asset, side.balance) })}
          </Figure>
        ),
      )}
    </li>
  );
}
