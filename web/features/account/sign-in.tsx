import { type FormEvent, type ReactNode, useState } from 'react';
import { signIn } from '#contract/account.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormErrors } from '#web/platform/api/use-form-errors.ts';
import { useVerifyCode } from '#web/platform/api/use-verify-code.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { VerifyCodeField } from '#web/ui/verify-code-field.tsx';
import styles from './account-form.module.css';
import { useSignIn } from './queries.ts';

type SignInField = 'username' | 'password' | 'code';

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const t = useText();
  const [fields, setFields] = useState({ username: '', password: '', code: '' });
  const [codeAsked, setCodeAsked] = useState(false);
  const errors = useFormErrors<SignInField>();
  const picture = useVerifyCode(codeAsked);
  const signing = useSignIn();

  const field = (name: SignInField) => ({
    name,
    value: fields[name],
    error: errors.of(name),
    onChange: (value: string) => {
      errors.clear(name);
      setFields((before) => ({ ...before, [name]: value }));
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (signing.isPending) return;
    const read = decodeForm(signIn, fields);
    const codeMissing = codeAsked && fields.code === '';
    if (read.input === null || codeMissing) {
      errors.show({ ...read.errors, ...(codeMissing ? { code: 'verifyCodeMissing' as const } : {}) });
      return;
    }
    signing.mutate(read.input, { onSuccess: onSignedIn, onError: refused });
  }

  /** After some failures the server asks for the verification code as well. */
  function refused(error: Error): void {
    const code = refusalCode(error);
    const aboutCode = code === 'verifyCodeMissing' || code === 'verifyCodeWrong';
    if (aboutCode) {
      setCodeAsked(true);
      errors.showWords('code', problemText(error) ?? '');
    }
    if (codeAsked) {
      setFields((before) => ({ ...before, code: '' }));
      void picture.refetch();
    }
  }

  const code = refusalCode(signing.error);
  const unplaced = signing.error !== null && code !== 'verifyCodeMissing' && code !== 'verifyCodeWrong';
  return (
    <form ref={errors.form} className={styles.form} onSubmit={submit} noValidate>
      <Field {...field('username')} label={t('account.username')} autoComplete="username" maxLength={64} verbatim />
      <PasswordField {...field('password')} label={t('account.password')} autoComplete="current-password" />
      {codeAsked ? <VerifyCodeField {...field('code')} picture={picture} /> : null}
      {unplaced ? (
        <p className={styles.problem} role="alert">
          {problemText(signing.error)}
        </p>
      ) : null}
      <Button type="submit" busy={signing.isPending}>
        {t('account.signIn')}
      </Button>
    </form>
  );
}
