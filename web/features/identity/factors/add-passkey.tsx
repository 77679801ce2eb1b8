import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addPasskey, startPasskey } from '#contract/identity-factors.ts';
import type { InputOf } from '#contract/operation.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { PasskeyFailure, passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { useAddPasskey, useStartPasskey } from '../queries/protection.ts';
import { deviceName } from '../sessions/device-name.ts';

interface AddPasskeyProps {
  readonly hasAuthenticator: boolean;
  readonly onAdded: (message: string) => void;
}

const refusalFields = {
  passkeyNameMissing: 'name',
  passkeyNameInvalid: 'name',
  passwordMissing: 'password',
  oldPasswordWrong: 'password',
  signInLocked: 'password',
  ...factorFields,
} as const;

/** The owner check, before the device is prompted. */
export function AddPasskey({ hasAuthenticator, onAdded }: AddPasskeyProps): ReactNode {
  const t = useText();
  const factor = useFactorRequired(hasAuthenticator);
  const named = { name: deviceName(navigator.userAgent) ?? '', password: '', factor: '' };
  const fields = useFormFields<keyof typeof named>(named, refusalFields);
  const adding = useNewPasskey();

  const submit = () => {
    const { name, ...owner } = fields.values;
    const read = decodeForm(startPasskey, owner);
    const errors = {
      ...nameErrors(name),
      ...read.errors,
      ...(factor.isRequired && owner.factor === '' ? { factor: 'secondFactorMissing' as const } : {}),
    };
    if (read.input === null || Object.keys(errors).length > 0) return fields.errors.show(errors);
    adding.mutate(
      { ...read.input, name },
      {
        onSuccess: ({ message }) => onAdded(message),
        onError(error) {
          factor.noteRefusal(error);
          // A code is valid once, even if creating the passkey fails.
          fields.set('factor', '');
          fields.refused(error);
        },
      },
    );
  };

  return (
    <Form
      fields={fields}
      sending={adding}
      problem={adding.error instanceof PasskeyFailure ? passkeyProblem(adding.error) : undefined}
      onSubmit={submit}
      action={t('security.passkeyNext')}
    >
      <Field
        {...fields.field('name')}
        label={t('security.passkeyName')}
        hint={t('security.passkeyNameHint')}
        maxLength={40}
      />
      <PasswordField
        {...fields.field('password')}
        label={t('security.loginPassword')}
        autoComplete="current-password"
      />
      {factor.isRequired ? <FactorField {...fields.field('factor')} /> : null}
    </Form>
  );
}

/** Refusals of the registering call, shown at the name field. */
function nameErrors(name: string) {
  const code = decodeForm(addPasskey, { name }).errors?.name;
  return code === undefined ? {} : { name: code };
}

/** Checks the owner, prompts for a new passkey, and registers it. */
function useNewPasskey() {
  const { mutateAsync: start } = useStartPasskey();
  const { mutateAsync: add } = useAddPasskey();
  return useMutation({
    mutationFn: async ({ name, ...owner }: InputOf<typeof startPasskey> & { readonly name: string }) => {
      const { makePasskey } = await import('#web/platform/passkeys/passkey-prompt.ts').catch((cause: unknown) => {
        throw new ApiFailure('unreachable', cause);
      });
      const { value: creation } = await start(owner);
      return await add({ name, credential: await makePasskey(creation) });
    },
  });
}
