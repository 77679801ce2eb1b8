import type { ReactNode } from 'react';
import { type Deposit, depositFromWallet } from '#contract/deposits.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
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
  const { values, errors, field, refused, formProblem } = useFormFields({ hash: '' }, refusalFields);
  const finding = useDepositFromWallet(onFound);

  function submit(): void {
    if (finding.isPending) return;
    const read = decodeForm(depositFromWallet, { channel, hash: values.hash });
    if (read.input === null) errors.show({ hash: read.errors.hash ?? 'transactionInvalid' });
    else finding.mutate(read.input, { onError: refused });
  }

  return (
    <Card title={t('deposits.walletTitle')}>
      <Form
        form={errors.form}
        onSubmit={submit}
        problem={formProblem(finding.error)}
        action={
          <Button type="submit" kind="outline" busy={finding.isPending}>
            {t('deposits.walletSubmit')}
          </Button>
        }
      >
        <p>{t('deposits.walletText')}</p>
        <Field {...field('hash')} label={t('deposits.transaction')} code maxLength={80} />
      </Form>
    </Card>
  );
}
