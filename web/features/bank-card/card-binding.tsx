import type { ReactNode } from 'react';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type CardField, readCard, refusalFields } from './card-form.ts';
import { useBindBankCard } from './queries.ts';

interface CardBindingProps {
  readonly hasWithdrawalPassword: boolean;
  readonly onBound: (message: string) => void;
}

/** The form of the bank card: name, number, bank, and the withdrawal password once one is set. */
export function CardBinding({ hasWithdrawalPassword, onBound }: CardBindingProps): ReactNode {
  const t = useText();
  const fields = useFormFields<CardField>({ name: '', number: '', bank: '', password: '' }, refusalFields);
  const binding = useBindBankCard();

  const submit = () => {
    const read = readCard(fields.values, hasWithdrawalPassword);
    if (read.input === null) return fields.errors.show(read.errors);
    binding.mutate(read.input, { onSuccess: ({ message }) => onBound(message), onError: fields.refused });
  };

  return (
    <Card>
      <Form fields={fields} sending={binding} onSubmit={submit} action={t('withdrawals.cardSave')}>
        <Field
          {...fields.field('name')}
          label={t('withdrawals.cardName')}
          hint={t('withdrawals.cardNameHint')}
          maxLength={60}
        />
        <Field
          {...fields.field('number')}
          label={t('withdrawals.cardNumber')}
          hint={t('withdrawals.cardNumberHint')}
          inputMode="numeric"
          maxLength={40}
          verbatim
        />
        <Field {...fields.field('bank')} label={t('withdrawals.cardBank')} maxLength={60} />
        {hasWithdrawalPassword ? (
          <PasswordField {...fields.field('password')} label={t('security.withdrawalPassword')} autoComplete="off" />
        ) : null}
      </Form>
    </Card>
  );
}
