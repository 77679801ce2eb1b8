import { type FormEvent, type ReactNode, useState } from 'react';
import { type getGiving, listDisbursements } from '#contract/donations.ts';
import { proposeDisbursement } from '#contract/donations-operators.ts';
import type { OutputOf } from '#contract/operation.ts';
import { type Asset, amount as amountOf, parseAmount, toDecimal } from '#core/money/amount.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { narrowDigits } from '#web/platform/format/number.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { consoleLocale, useConsoleText } from '../locale.ts';
import { readAllDisbursements, useCharity, useListCauses, useProposeDisbursement } from '../queries/donations.ts';
import { useMay } from '../queries/operators.ts';
import { refreshMs } from '../queries/refresh.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { ReadTable } from '../ui/read-table.tsx';
import { SaveCsv } from '../ui/save-csv.tsx';
import { Select } from '../ui/select.tsx';
import { Amount, At } from '../ui/values.tsx';

type Giving = OutputOf<typeof getGiving>;

const columnsOf = (giving: Giving, asset: Asset) => (asset === 'USDT' ? giving.usdt : giving.points);

/** What the charity holds and gives on: its columns, the form, and what was disbursed. */
export function Disbursements(): ReactNode {
  const t = useConsoleText();
  const mayAsk = useMay('moveHouseMoney');
  return (
    <Card title={t('giving.title')}>
      <p className={styles.quiet}>{t('giving.text')}</p>
      <Loaded query={useCharity()} height={120}>
        {(giving) => (
          <>
            <Facts
              facts={(['PTS', 'USDT'] as const).flatMap((asset) =>
                (['received', 'disbursed', 'unspent'] as const).map(
                  (column) =>
                    [
                      t(`giving.${column}-${asset}`),
                      <Amount key={column} asset={asset} amount={textOf(asset, columnsOf(giving, asset)[column])} />,
                    ] as const,
                ),
              )}
            />
            {mayAsk ? <DisbursementForm giving={giving} /> : null}
          </>
        )}
      </Loaded>
      <History />
    </Card>
  );
}

const textOf = (asset: Asset, units: bigint): string => toDecimal(asset, amountOf(asset, units));

function DisbursementForm({ giving }: { readonly giving: Giving }): ReactNode {
  const t = useConsoleText();
  const causes = useListCauses().data ?? [];
  const propose = useProposeDisbursement();
  const [chosen, setCause] = useState('');
  const [asset, setAsset] = useState<Asset>('PTS');
  const [amount, setAmount] = useState('');
  const [receipt, setReceipt] = useState('');
  const cause = chosen === '' ? (causes[0]?.id ?? '') : chosen;
  const typed = narrowDigits(amount);
  const isOver = (parseAmount(asset, typed) ?? 0n) > columnsOf(giving, asset).unspent;
  const { input } = decodeForm(proposeDisbursement, { cause, asset, amount: typed, receipt: receipt.trim() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (input === null || isOver || propose.isPending) return;
    propose.mutate(input, {
      onSuccess: () => {
        setAmount('');
        setReceipt('');
        showToast(t('giving.asked'), 'success');
      },
    });
  };
  if (causes.length === 0) return <p>{t('giving.noCauses')}</p>;
  return (
    <form className={styles.answer} aria-label={t('giving.ask')} onSubmit={submit}>
      <Select
        label={t('giving.cause')}
        value={cause}
        onChange={setCause}
        options={causes.map(({ id, texts }) => ({ value: id, label: texts[consoleLocale()].name }))}
      />
      <Segmented<Asset>
        label={t('books.asset')}
        value={asset}
        onChange={setAsset}
        segments={(['PTS', 'USDT'] as const).map((value) => ({ value, label: value }))}
      />
      <Field
        label={t('giving.amount')}
        name="amount"
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        maxLength={20}
        trailing={asset}
        error={isOver ? errorText('disbursementTooLarge') : undefined}
      />
      <Field label={t('giving.receipt')} name="receipt" value={receipt} onChange={setReceipt} maxLength={500} />
      {propose.error === null ? null : <p role="alert">{problemText(propose.error)}</p>}
      <div className={styles.acts}>
        <Button type="submit" inline busy={propose.isPending} disabled={input === null || isOver}>
          {t('giving.ask')}
        </Button>
      </div>
    </form>
  );
}

function History(): ReactNode {
  const t = useConsoleText();
  return (
    <ReadTable
      query={useRead(listDisbursements, {}, { refetchInterval: refreshMs })}
      height={80}
      caption={t('giving.history')}
      keyOf={({ id }) => id}
      empty={t('giving.none')}
      columns={[
        { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
        { label: t('funding.number'), cell: ({ id }) => id },
        { label: t('giving.cause'), cell: ({ cause }) => cause[consoleLocale()].name },
        {
          label: t('money.amount'),
          numeric: true,
          cell: ({ asset, amount }) => <Amount asset={asset} amount={textOf(asset, amount)} />,
        },
        { label: t('giving.receipt'), breaks: true, cell: ({ receipt }) => receipt },
      ]}
    >
      {() => (
        <SaveCsv
          name="disbursements.csv"
          head={['at', 'number', 'cause', 'amount', 'asset', 'receipt']}
          rows={async () =>
            (await readAllDisbursements()).map(({ at, id, cause, asset, amount, receipt }) => [
              ...[new Date(at).toISOString(), id, cause.en.name, textOf(asset, amount), asset, receipt],
            ])
          }
        />
      )}
    </ReadTable>
  );
}
