import type { ReactNode } from 'react';
import { type Deposit, depositFromWallet } from '#contract/deposits.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useDepositFromWallet } from './queries.ts';

const refusalFields = {
  transactionMissing: 'hash',
  transactionInvalid: 'hash',
  transactionUnknown: 'hash',
  transactionPending: 'hash',
  transactionFailed: 'hash',
  transactionOtherToken: 'hash',
  transactionNotYours: 'hash',
  transactionTooOld: 'hash',
} as const;

interface FromWalletProps {
  /** Id of a channel on a chain. */
  readonly channel: string;
  readonly onFound: (deposit: Deposit, message: string) => void;
}

/** Finds a transaction sent from the member's own wallet by its hash. */
export function FromWallet({ channel, onFound }: FromWalletProps): ReactNode {
  const t = useText();
  const fields = useFormFields({ hash: '' }, refusalFields);
  const finding = useDepositFromWallet(onFound);

  function submit(): void {
    const read = decodeForm(depositFromWallet, { channel, hash: fields.values.hash });
    if (read.input === null) fields.errors.show({ hash: read.errors.hash ?? 'transactionInvalid' });
    else finding.mutate(read.input, { onError: fields.refused });
  }

  return (
    <Card title={t('deposits.walletTitle')}>
      <Form fields={fields} sending={finding} onSubmit={submit} action={t('deposits.walletSubmit')} kind="outline">
        <p>{t('deposits.walletText')}</p>
        <Field {...fields.field('hash')} label={t('deposits.transaction')} code maxLength={80} />
      </Form>
    </Card>
  );
}
