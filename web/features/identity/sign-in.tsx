import { type ReactNode, useState } from 'react';
import { signIn } from '#contract/identity.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useCaptcha } from '#web/platform/captcha-work/use-captcha-work.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { CaptchaField } from '#web/ui/captcha/captcha-field.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { useSignIn } from './queries/sign-in.ts';

const empty = { username: '', password: '', code: '', factor: '' };

const refusalFields = { captchaMissing: 'code', captchaWrong: 'code', ...factorFields } as const;

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const t = useText();
  const fields = useFormFields<keyof typeof empty>(empty, refusalFields);
  const [isCaptchaRequired, setCaptchaRequired] = useState(false);
  const factor = useFactorRequired();
  const captcha = useCaptcha(isCaptchaRequired);
  const signing = useSignIn();

  const submit = async () => {
    const read = decodeForm(signIn, fields.values);
    const missing = {
      ...(isCaptchaRequired && fields.values.code === '' ? { code: 'captchaMissing' as const } : {}),
      ...(factor.isRequired && fields.values.factor === '' ? { factor: 'secondFactorMissing' as const } : {}),
    };
    if (read.input === null || Object.keys(missing).length > 0)
      return fields.errors.show({ ...read.errors, ...missing });
    const unproven = await captcha.problem();
    if (unproven !== null) return fields.errors.showMessage('code', unproven);
    signing.mutate(read.input, { onSuccess: onSignedIn, onError: refused });
  };

  /** The server requires the captcha after several failures, and the second factor after the right password. */
  function refused(error: Error): void {
    const refusedField = fields.fieldOf(error);
    factor.noteRefusal(error);
    setCaptchaRequired(refusedField === 'factor' ? false : isCaptchaRequired || refusedField === 'code');
    if (refusedField === 'factor') fields.set('factor', '');
    if (isCaptchaRequired) {
      fields.set('code', '');
      void captcha.picture.refetch();
    }
    fields.refused(error);
  }

  return (
    <Form
      fields={fields}
      sending={signing}
      busy={signing.isPending || captcha.awaited !== null}
      onSubmit={submit}
      action={t('identity.signIn')}
      below={<PasskeySignIn onSignedIn={onSignedIn} />}
    >
      <Field {...fields.field('username')} label={t('identity.username')} autoComplete="username" maxLength={64} code />
      <PasswordField {...fields.field('password')} label={t('identity.password')} autoComplete="current-password" />
      {isCaptchaRequired ? <CaptchaField {...fields.field('code')} captcha={captcha} /> : null}
      {factor.isRequired ? <FactorField {...fields.field('factor')} /> : null}
    </Form>
  );
}
