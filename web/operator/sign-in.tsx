import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { signInOperator } from '#contract/operators-sign-in.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useCaptcha } from '#web/platform/captcha-work/use-captcha-work.ts';
import { passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { CaptchaField } from '#web/ui/captcha/captcha-field.tsx';
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
  operatorCodeMissing: 'factor',
  secondFactorWrong: 'factor',
  captchaMissing: 'code',
  captchaWrong: 'code',
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
  const empty = { operator: '', password: '', factor: '', code: '' };
  const fields = useFormFields<keyof typeof empty>(empty, refusalFields);
  const [isCaptchaRequired, setCaptchaRequired] = useState(false);
  const captcha = useCaptcha(isCaptchaRequired);
  const isBusy = signIn.isPending || captcha.awaited !== null;
  const submit = async () => {
    const { input, errors } = decodeForm(signInOperator, fields.values);
    const missing = isCaptchaRequired && fields.values.code === '' ? { code: 'captchaMissing' as const } : {};
    if (input === null || 'code' in missing) return fields.errors.show({ ...errors, ...missing });
    const unproven = await captcha.problem();
    if (unproven !== null) return fields.errors.showMessage('code', unproven);
    signIn.mutate(input, {
      onSuccess: onSignedIn,
      onError(error) {
        // A code is valid once, and so is a captcha, which is asked for after several failures.
        fields.set('factor', '');
        fields.set('code', '');
        fields.refused(error);
        if (isCaptchaRequired) void captcha.picture.refetch();
        setCaptchaRequired(isCaptchaRequired || isCaptchaRefusal(error));
      },
    });
  };
  return (
    <Form fields={fields} sending={signIn} busy={isBusy} onSubmit={submit} action={t('signIn.password')} kind="outline">
      <Field {...fields.field('operator')} label={t('operators.name')} autoComplete="username" code />
      <PasswordField {...fields.field('password')} label={t('signIn.passwordLabel')} autoComplete="current-password" />
      <Field
        {...fields.field('factor')}
        label={t('signIn.factor')}
        autoComplete="one-time-code"
        inputMode="numeric"
        code
      />
      {isCaptchaRequired ? <CaptchaField {...fields.field('code')} captcha={captcha} /> : null}
    </Form>
  );
}

function isCaptchaRefusal(error: Error): boolean {
  const code = refusalCode(error);
  return code === 'captchaMissing' || code === 'captchaWrong';
}
