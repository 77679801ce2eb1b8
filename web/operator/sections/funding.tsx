import { type FormEvent, type ReactNode, useState } from 'react';
import { type Funding, fundingsPerPage, proposeFunding } from '#contract/books.ts';
import { type FundableAccount, fundableAccountNames } from '#core/ledger/funding.ts';
import { toDecimal } from '#core/money/amount.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { readAllFundings, useListFundings, useProposeFunding } from '../queries/books.ts';
import { useMay } from '../queries/operators.ts';
import styles from '../ui/layout.module.css';
import { useAfter } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { SaveCsv } from '../ui/save-csv.tsx';
import { Select } from '../ui/select.tsx';
import { At, UsdtAmount } from '../ui/values.tsx';

/** What operators add to the funds of the house: the form, and everything that was asked for. */
export function Fundings(): ReactNode {
  const t = useConsoleText();
  const mayAsk = useMay('moveHouseMoney');
  return (
    <Card title={t('funding.title')}>
      <p className={styles.quiet}>{t('funding.text')}</p>
      {mayAsk ? <FundingForm /> : null}
      <History />
    </Card>
  );
}

function FundingForm(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const propose = useProposeFunding();
  const [account, setAccount] = useState<FundableAccount>('rounds');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { input } = decodeForm(proposeFunding, { account, amount, reason: reason.trim() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (input === null || propose.isPending) return;
    propose.mutate(input, {
      onSuccess: () => {
        setAmount('');
        setReason('');
        showToast(t('funding.asked'), 'success');
      },
    });
  };
  return (
    <form className={styles.answer} aria-label={t('funding.ask')} onSubmit={submit}>
      <Select
        label={t('funding.account')}
        value={account}
        onChange={setAccount}
        options={fundableAccountNames.map((value) => ({ value, label: words(`wallet.house-${value}`) }))}
      />
      <Field
        label={t('funding.amount')}
        name="amount"
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        maxLength={20}
        trailing="USDT"
      />
      <Field label={t('shell.reason')} name="reason" value={reason} onChange={setReason} maxLength={200} />
      {propose.error === null ? null : <p role="alert">{problemText(propose.error)}</p>}
      <div className={styles.acts}>
        <Button type="submit" inline busy={propose.isPending} disabled={input === null}>
          {t('funding.ask')}
        </Button>
      </div>
    </form>
  );
}

function History(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const paging = useAfter();
  return (
    <ReadTable
      query={useListFundings(paging.after)}
      height={120}
      paging={paging}
      perPage={fundingsPerPage}
      caption={t('funding.history')}
      keyOf={({ id }) => id}
      empty={t('funding.none')}
      columns={[
        { label: t('approvals.asked'), cell: ({ askedAt }) => <At at={askedAt} /> },
        { label: t('funding.number'), cell: ({ id }) => id },
        { label: t('funding.account'), cell: ({ account }) => words(`wallet.house-${account}`) },
        { label: t('money.amount'), numeric: true, cell: ({ amount }) => <UsdtAmount value={amount} /> },
        { label: t('shell.reason'), breaks: true, cell: ({ reason }) => reason },
        { label: t('approvals.approvedBy'), cell: ({ approvedBy }) => approvedBy.join(', ') },
        { label: t('funding.state'), breaks: true, cell: (row) => <State {...row} /> },
      ]}
    >
      {() => (
        <SaveCsv
          name="fundings.csv"
          head={[
            'asked at',
            'number',
            'account',
            'amount USDT',
            'reason',
            'asked by',
            'approved by',
            'state',
            'funded at',
          ]}
          rows={async () => (await readAllFundings()).map(cellsOf)}
        />
      )}
    </ReadTable>
  );
}

const cellsOf = ({ askedAt, id, account, amount, reason, askedBy, approvedBy, state, fundedAt }: Funding): string[] => [
  ...[new Date(askedAt).toISOString(), id, account, toDecimal('USDT', amount), reason, askedBy, approvedBy.join(' ')],
  ...[state, fundedAt === null ? '' : new Date(fundedAt).toISOString()],
];

function State({ state, refusal, fundedAt }: Funding): ReactNode {
  const t = useConsoleText();
  return (
    <>
      {t(`funding.${state}`)}
      {refusal === null ? null : ` · ${refusal.operator}: ${refusal.reason}`}
      {fundedAt === null ? null : (
        <>
          {' '}
          <At at={fundedAt} />
        </>
      )}
    </>
  );
}
