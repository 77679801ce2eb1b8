import type { ReactNode } from 'react';
import { getCaptcha } from '#contract/identity.ts';
import { getAccountInfo } from '#contract/profile.ts';
import { resetWithdrawalPassword } from '#contract/security.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { singleUse, useRead } from '#web/platform/api/use-read.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CaptchaField } from '#web/ui/form/captcha-field.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useResetWithdrawalPassword } from './queries.ts';

type ResetField = 'login' | 'password' | 'repassword' | 'code' | 'factor';

const refusalFields = {
  oldPasswordWrong: 'login',
  signInLocked: 'login',
  passwordInvalid: 'password',
  passwordsDiffer: 'repassword',
  captchaWrong: 'code',
  ...factorFields,
} as const;

const nothing = { login: '', password: '', repassword: '', code: '', factor: '' };

interface ForgottenWithdrawalPasswordProps {
  readonly onRequested: (message: string) => void;
}

/** Replaces a forgotten withdrawal password: by all other proofs of ownership and a day's wait. */
export function ForgottenWithdrawalPassword({ onRequested }: ForgottenWithdrawalPasswordProps): ReactNode {
  const t = useText();
  const picture = useRead(getCaptcha, {}, singleUse);
  const factor = useFactorRequired(useRead(getAccountInfo, {}).data?.hasAuthenticator);
  const fields = useFormFields<ResetField>(nothing, refusalFields);
  const resetting = useResetWithdrawalPassword();

  function submit(): void {
    if (resetting.isPending) return;
    const { values } = fields;
    const read = decodeForm(resetWithdrawalPassword, { ...values });
    const errors = { ...read.errors };
    if (factor.isRequired && values.factor === '') errors.factor = 'secondFactorMissing';
    if (values.repassword !== '' && values.repassword !== values.password) errors.repassword = 'passwordsDiffer';
    if (read.input === null || Object.keys(errors).length > 0) {
      fields.errors.show(errors);
      return;
    }
    resetting.mutate(read.input, {
      onSuccess: ({ message }) => onRequested(message),
      onError(error) {
        factor.noteRefusal(error);
        fields.set('code', '');
        fields.set('factor', '');
        fields.refused(error);
        void picture.refetch();
      },
    });
  }

  return (
    <Card>
      <Form
        form={fields.errors.form}
        onSubmit={submit}
        problem={fields.formProblem(resetting.error)}
        action={
          <Button type="submit" busy={resetting.isPending}>
            {t('withdrawalPassword.submit')}
          </Button>
        }
      >
        <p>{t('withdrawalPassword.text')}</p>
        <PasswordField
          {...fields.field('login')}
          label={t('withdrawalPassword.login')}
          autoComplete="current-password"
        />
        <PasswordField
          {...fields.field('password')}
          label={t('security.newPassword')}
          hint={t('identity.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField
          {...fields.field('repassword')}
          label={t('security.repeatPassword')}
          autoComplete="new-password"
        />
        <CaptchaField {...fields.field('code')} picture={picture} />
        {factor.isRequired ? <FactorField {...fields.field('factor')} /> : null}
      </Form>
    </Card>
  );
}
