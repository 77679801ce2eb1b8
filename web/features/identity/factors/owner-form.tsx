import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { removeAuthenticator } from '#contract/identity.ts';
import type { InputOf } from '#contract/operation.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { factorFields } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';

/** Required for every change of the authenticator app. */
type Owner = InputOf<typeof removeAuthenticator>;

interface OwnerFormProps<Value> {
  readonly mutation: UseMutationResult<Value, Error, Owner>;
  readonly action: string;
  readonly onDone: (value: Value) => void;
  /** Hint at the code field, where a backup code is not accepted. */
  readonly factorHint?: string;
  /** Content above the fields. */
  readonly children: ReactNode;
}

const refusalFields = {
  passwordMissing: 'password',
  oldPasswordWrong: 'password',
  signInLocked: 'password',
  ...factorFields,
} as const;

/** Login password and authenticator code. */
export function OwnerForm<Value>({ mutation, action, onDone, factorHint, children }: OwnerFormProps<Value>): ReactNode {
  const t = useText();
  const fields = useFormFields<keyof Owner>({ factor: '', password: '' }, refusalFields);

  function submit(): void {
    if (mutation.isPending) return;
    const read = decodeForm(removeAuthenticator, fields.values);
    if (read.input === null) {
      fields.errors.show(read.errors);
      return;
    }
    mutation.mutate(read.input, {
      onSuccess: onDone,
      onError(error) {
        // A code is valid once: clear it for the next.
        fields.set('factor', '');
        fields.refused(error);
      },
    });
  }

  return (
    <Form
      form={fields.errors.form}
      onSubmit={submit}
      problem={fields.formProblem(mutation.error)}
      action={
        <Button type="submit" busy={mutation.isPending}>
          {action}
        </Button>
      }
    >
      {children}
      <FactorField {...fields.field('factor')} hint={factorHint} />
      <PasswordField
        {...fields.field('password')}
        label={t('security.loginPassword')}
        autoComplete="current-password"
      />
    </Form>
  );
}
