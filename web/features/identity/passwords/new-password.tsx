import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputOf, Operation } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CaptchaField } from '#web/ui/form/captcha-field.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useGetCaptcha } from '../queries/sign-in.ts';
import { type PasswordFormField, readPasswords, refusalFields } from './password-form.ts';

interface NewPasswordProps<O extends Operation> {
  readonly operation: O;
  readonly change: UseMutationResult<CallResult<O>, Error, InputOf<O>>;
  /** Label of the current password; null where none is set. */
  readonly oldLabel: string | null;
  readonly onChanged: (message: string) => void;
}

const nothing = { oldpassword: '', password: '', repassword: '', code: '', factor: '' };

/** Current password, new password twice, captcha, and the second factor where the member has one. */
export function NewPassword<O extends Operation>({
  operation,
  change,
  oldLabel,
  onChanged,
}: NewPasswordProps<O>): ReactNode {
  const t = useText();
  const picture = useGetCaptcha();
  const factor = useFactorRequired(useRead(getAccountInfo, {}).data?.hasAuthenticator);
  const fields = useFormFields<PasswordFormField>(nothing, refusalFields);

  function submit(): void {
    if (change.isPending) return;
    const read = readPasswords(operation, fields.values, {
      hasOld: oldLabel !== null,
      needsFactor: factor.isRequired,
    });
    if (read.errors !== null) {
      fields.errors.show(read.errors);
      return;
    }
    change.mutate(read.input, {
      onSuccess: ({ message }) => onChanged(message),
      onError(error) {
        factor.noteRefusal(error);
        // A captcha is valid once, whatever the result.
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
        problem={fields.formProblem(change.error)}
        action={
          <Button type="submit" busy={change.isPending}>
            {t('security.save')}
          </Button>
        }
      >
        {oldLabel === null ? null : (
          <PasswordField {...fields.field('oldpassword')} label={oldLabel} autoComplete="current-password" />
        )}
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
