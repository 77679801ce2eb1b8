import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirmAuthenticator, removeAuthenticator, startPasskey } from '#contract/identity-factors.ts';
import type { InputOf } from '#contract/operation.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';

/** Login password and second factor; the factor is empty where none is asked for. */
type Owner = InputOf<typeof removeAuthenticator>;

interface OwnerFormProps<Value> {
  readonly mutation: UseMutationResult<Value, Error, Owner>;
  readonly action: string;
  readonly onDone: (value: Value) => void;
  /** Hint at the code field where the app is being set up: a backup code is not accepted. */
  readonly setupHint?: string;
  /** Whether the member has a factor; if not known, the server says so. */
  readonly hasFactor?: boolean;
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
export function OwnerForm<Value>({
  mutation,
  action,
  onDone,
  setupHint,
  hasFactor = true,
  children,
}: OwnerFormProps<Value>): ReactNode {
  const t = useText();
  const factor = useFactorRequired(hasFactor);
  const fields = useFormFields<keyof Owner>({ factor: '', password: '' }, refusalFields);

  const submit = () => {
    const withFactor = setupHint === undefined ? removeAuthenticator : confirmAuthenticator;
    const read = decodeForm(factor.isRequired ? withFactor : startPasskey, fields.values);
    if (read.input === null) return fields.errors.show(read.errors);
    const owner = { password: read.input.password, factor: read.input.factor ?? '' };
    mutation.mutate(owner, {
      onSuccess: onDone,
      onError(error) {
        factor.noteRefusal(error);
        // A code is valid once: clear it for the next.
        fields.set('factor', '');
        fields.refused(error);
      },
    });
  };

  return (
    <Form fields={fields} sending={mutation} onSubmit={submit} action={action}>
      {children}
      {factor.isRequired ? <FactorField {...fields.field('factor')} hint={setupHint} /> : null}
      <PasswordField
        {...fields.field('password')}
        label={t('security.loginPassword')}
        autoComplete="current-password"
      />
    </Form>
  );
}
