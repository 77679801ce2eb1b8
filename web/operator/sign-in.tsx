import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { signInOperator } from '#contract/operators.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { useConsoleText } from './locale.ts';
import { useSignInOperator, useSignInOperatorWithPasskey, useStartOperatorSignIn } from './queries/operators.ts';
import styles from './ui/layout.module.css';

const refusalFields = {
  operatorMissing: 'operator',
  passwordMissing: 'password',
  secondFactorMissing: 'factor',
  secondFactorWrong: 'factor',
} as const;

/** Sign-in of operators: by passkey, or by password and authenticator code. */
export function SignIn(): ReactNode {
  const t = useConsoleText();
  const client = useQueryClient();
  const enter = () => void client.resetQueries();
  return (
    <main className={styles.alone}>
      <h1>{t('signIn.title')}</h1>
      <LanguageChoice />
      <ByPasskey onSignedIn={enter} />
      <ByPassword onSignedIn={enter} />
    </main>
  );
}

interface WayInProps {
  readonly onSignedIn: () => void;
}

function ByPasskey({ onSignedIn }: WayInProps): ReactNode {
  const t = useConsoleText();
  const { mutateAsync: start } = useStartOperatorSignIn();
  const { mutateAsync: signIn } = useSignInOperatorWithPasskey();
  const signing = useMutation({
    mutationFn: async () => {
      const { askForPasskey } = await import('#web/platform/passkeys/passkey-prompt.ts');
      const { value } = await start({});
      return await signIn({ credential: await askForPasskey(value) });
    },
    onSuccess: onSignedIn,
  });
  return (
    <>
      <Button busy={signing.isPending} onClick={() => signing.mutate()}>
        {t('signIn.passkey')}
      </Button>
      {signing.error === null ? null : <p role="alert">{passkeyProblem(signing.error)}</p>}
    </>
  );
}

function ByPassword({ onSignedIn }: WayInProps): ReactNode {
  const t = useConsoleText();
  const signIn = useSignInOperator();
  const empty = { operator: '', password: '', factor: '' };
  const fields = useFormFields<keyof typeof empty>(empty, refusalFields);
  const submit = () => {
    const { input, errors } = decodeForm(signInOperator, fields.values);
    if (input === null) return fields.errors.show(errors);
    signIn.mutate(input, {
      onSuccess: onSignedIn,
      onError(error) {
        // A code is valid once.
        fields.set('factor', '');
        fields.refused(error);
      },
    });
  };
  return (
    <Form
      form={fields.errors.form}
      onSubmit={submit}
      problem={fields.formProblem(signIn.error)}
      action={
        <Button type="submit" kind="outline" busy={signIn.isPending}>
          {t('signIn.password')}
        </Button>
      }
    >
      <Field {...fields.field('operator')} label={t('operators.name')} autoComplete="username" verbatim />
      <PasswordField {...fields.field('password')} label={t('signIn.passwordLabel')} autoComplete="current-password" />
      <Field
        {...fields.field('factor')}
        label={t('signIn.factor')}
        autoComplete="one-time-code"
        inputMode="numeric"
        verbatim
      />
    </Form>
  );
}
