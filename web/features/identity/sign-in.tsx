import { type FormEvent, type ReactNode, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { signIn } from '#contract/identity.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormErrors } from '#web/platform/api/use-form-errors.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CaptchaField } from '#web/ui/form/captcha-field.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import styles from './identity-form.module.css';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { useGetCaptcha, useProveWork, useSignIn } from './queries/sign-in.ts';

type SignInField = 'username' | 'password' | 'code' | 'factor';

/** The field of each refusal. */
const refusalFields: Readonly<Partial<Record<ErrorCode, 'code' | 'factor'>>> = {
  captchaMissing: 'code',
  captchaWrong: 'code',
  ...factorFields,
};

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const t = useText();
  const [fields, setFields] = useState({ username: '', password: '', code: '', factor: '' });
  const [isCaptchaRequired, setCaptchaRequired] = useState(false);
  const factor = useFactorRequired();
  const errors = useFormErrors<SignInField>();
  const picture = useGetCaptcha(isCaptchaRequired);
  const proof = useProveWork(picture.data?.work);
  const signing = useSignIn();
  const isBusy = signing.isPending || proof.awaited !== null;

  const field = (name: SignInField) => ({
    name,
    value: fields[name],
    error: errors.of(name),
    onChange: (value: string) => {
      errors.clear(name);
      setFields((before) => ({ ...before, [name]: value }));
    },
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const read = decodeForm(signIn, fields);
    const missing = {
      ...(isCaptchaRequired && fields.code === '' ? { code: 'captchaMissing' as const } : {}),
      ...(factor.isRequired && fields.factor === '' ? { factor: 'secondFactorMissing' as const } : {}),
    };
    if (read.input === null || Object.keys(missing).length > 0) {
      errors.show({ ...read.errors, ...missing });
      return;
    }
    const unproven = await proof.problem();
    if (unproven !== null) {
      errors.showMessage('code', unproven);
      return;
    }
    signing.mutate(read.input, { onSuccess: onSignedIn, onError: refused });
  }

  /** The server requires the captcha after several failures, and the second factor after the right password. */
  function refused(error: Error): void {
    const refusedField = fieldOf(error);
    factor.noteRefusal(error);
    setCaptchaRequired(refusedField === 'factor' ? false : isCaptchaRequired || refusedField === 'code');
    if (refusedField !== undefined) errors.showMessage(refusedField, error);
    if (refusedField === 'factor') setFields((before) => ({ ...before, factor: '' }));
    if (isCaptchaRequired) {
      setFields((before) => ({ ...before, code: '' }));
      void picture.refetch();
    }
  }

  const formProblem = signing.error !== null && fieldOf(signing.error) === undefined;
  return (
    <form ref={errors.form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field {...field('username')} label={t('identity.username')} autoComplete="username" maxLength={64} code />
      <PasswordField {...field('password')} label={t('identity.password')} autoComplete="current-password" />
      {isCaptchaRequired ? <CaptchaField {...field('code')} picture={picture} proof={proof} /> : null}
      {factor.isRequired ? <FactorField {...field('factor')} /> : null}
      {formProblem ? (
        <p className={styles.problem} role="alert">
          {problemText(signing.error)}
        </p>
      ) : null}
      <Button type="submit" busy={isBusy}>
        {t('identity.signIn')}
      </Button>
      <PasskeySignIn onSignedIn={onSignedIn} />
    </form>
  );
}

function fieldOf(error: Error): 'code' | 'factor' | undefined {
  const code = refusalCode(error);
  return code === null ? undefined : refusalFields[code];
}
