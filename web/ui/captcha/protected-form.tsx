import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { readProtectedForm } from '#web/platform/api/protected-form.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useCaptcha } from '#web/platform/captcha-work/use-captcha-work.ts';
import { FactorField } from '../form/factor-field.tsx';
import { Form } from '../form/form.tsx';
import { PasswordField } from '../form/password-field.tsx';
import { CaptchaField } from './captcha-field.tsx';

export interface ProtectedField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  /** The error of an empty field that the contract leaves optional. */
  readonly missing?: ErrorCode;
}

interface ProtectedFormProps<O extends Operation> {
  readonly operation: O;
  readonly mutation: UseMutationResult<CallResult<O>, Error, InputOf<O>>;
  /** The passwords, above the captcha and the second factor. */
  readonly passwords: readonly ProtectedField[];
  /** The fields of this operation's refusals, beside those of every such form. */
  readonly refusalFields: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Label of the submit button. */
  readonly action: string;
  readonly onDone: (message: string) => void;
  readonly children?: ReactNode;
}

const refusalFieldsOfAll = {
  passwordInvalid: 'password',
  passwordIsUsername: 'password',
  passwordKnown: 'password',
  passwordsDiffer: 'repassword',
  captchaWrong: 'code',
  ...factorFields,
} as const;

/** A form that requires the account's owner: passwords, the captcha, and the second factor where the member has one. */
export function ProtectedForm<O extends Operation>({
  operation,
  mutation,
  passwords,
  refusalFields,
  action,
  onDone,
  children,
}: ProtectedFormProps<O>): ReactNode {
  const captcha = useCaptcha();
  const isBusy = mutation.isPending || captcha.awaited !== null;
  const factor = useFactorRequired(useRead(getAccountInfo, {}).data?.hasAuthenticator);
  const fields = useFormFields<string>({ code: '', factor: '' }, { ...refusalFieldsOfAll, ...refusalFields });
  const field = (name: string) => ({ ...fields.field(name), value: fields.values[name] ?? '' });

  async function submit(): Promise<void> {
    const required = Object.fromEntries(passwords.flatMap(({ name, missing }) => (missing ? [[name, missing]] : [])));
    const read = readProtectedForm(operation, fields.values, required, factor.isRequired);
    if (read.errors !== null) return fields.errors.show(read.errors);
    const unproven = await captcha.problem();
    if (unproven !== null) return fields.errors.showMessage('code', unproven);
    mutation.mutate(read.input, {
      onSuccess: ({ message }) => onDone(message),
      onError(error) {
        factor.noteRefusal(error);
        // A captcha is valid once, whatever the result.
        fields.set('code', '');
        fields.set('factor', '');
        fields.refused(error);
        void captcha.picture.refetch();
      },
    });
  }

  return (
    <Form fields={fields} sending={mutation} busy={isBusy} onSubmit={submit} action={action}>
      {children}
      {passwords.map(({ name, missing: _, ...password }) => (
        <PasswordField key={name} {...field(name)} {...password} />
      ))}
      <CaptchaField {...field('code')} captcha={captcha} />
      {factor.isRequired ? <FactorField {...field('factor')} /> : null}
    </Form>
  );
}
