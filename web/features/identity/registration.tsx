import { type ReactNode, useState } from 'react';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useCaptcha } from '#web/platform/captcha-work/use-captcha-work.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { CaptchaField } from '#web/ui/captcha/captcha-field.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { LazySheet, lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import styles from './identity-form.module.css';
import { useRegister } from './queries/sign-in.ts';
import { emptyRegistration, type RegistrationField, readRegistration, refusalFields } from './registration-form.ts';

interface RegistrationProps {
  /** Invitation code of the link. */
  readonly invite: string;
  readonly onRegistered: (message: string) => void;
}

/** Its texts load after the first screen's. */
const termsSheet = lazyComponent(async () => {
  const [{ TermsSheet }] = await Promise.all([import('./terms-sheet.tsx'), localeStore.loadMore()]);
  return TermsSheet;
});

export function Registration({ invite, onRegistered }: RegistrationProps): ReactNode {
  const t = useText();
  const fields = useFormFields<RegistrationField>({ ...emptyRegistration, invite }, refusalFields);
  const [termsOpen, setTermsOpen] = useState(false);
  const captcha = useCaptcha();
  const registration = useRegister();

  const submit = async () => {
    const read = readRegistration(fields.values);
    if (read.input === null) return fields.errors.show(read.errors);
    const unproven = await captcha.problem();
    if (unproven !== null) return fields.errors.showMessage('code', unproven);
    registration.mutate(read.input, {
      onSuccess: ({ message }) => onRegistered(message),
      onError(error) {
        // Without an answer the account may be open: the same form, its code included, signs in then.
        if (!(error instanceof ApiFailure)) {
          // A captcha is valid once, whatever the result.
          fields.set('code', '');
          void captcha.picture.refetch();
        }
        fields.refused(error);
      },
    });
  };

  return (
    <Form
      fields={fields}
      sending={registration}
      busy={registration.isPending || captcha.awaited !== null}
      onSubmit={submit}
      action={t('identity.register')}
      below={<LazySheet code={termsSheet} props={{ open: termsOpen, onClose: () => setTermsOpen(false) }} />}
    >
      <Field
        {...fields.field('username')}
        label={t('identity.username')}
        hint={t('identity.usernameHint')}
        autoComplete="username"
        maxLength={20}
        code
      />
      <PasswordField
        {...fields.field('password')}
        label={t('identity.password')}
        hint={t('identity.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...fields.field('repassword')} label={t('identity.repeatPassword')} autoComplete="new-password" />
      <Field
        {...fields.field('invite')}
        label={t('identity.invitation')}
        hint={t('identity.invitationHint', { code: houseInvitationCode })}
        maxLength={16}
        code
        trailing={
          fields.values.invite === houseInvitationCode ? undefined : (
            <button type="button" className={styles.offer} onClick={() => fields.set('invite', houseInvitationCode)}>
              {t('identity.useHouseCode', { code: houseInvitationCode })}
            </button>
          )
        }
      />
      <CaptchaField {...fields.field('code')} captcha={captcha} />
      <div>
        <Checkbox
          name="consent"
          checked={fields.values.consent !== ''}
          onChange={(checked) => fields.set('consent', checked ? '1' : '')}
          error={fields.errors.of('consent')}
        >
          {t('identity.consent')}
        </Checkbox>
        <button type="button" className={styles.link} onClick={() => setTermsOpen(true)}>
          {t('identity.readTerms')}
        </button>
      </div>
    </Form>
  );
}
