import { type FormEvent, type ReactNode, useState } from 'react';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { ApiFailure, refusalCode } from '#web/platform/api/refusal.ts';
import { useFormErrors } from '#web/platform/api/use-form-errors.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CaptchaField } from '#web/ui/form/captcha-field.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { LazySheet, lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import styles from './identity-form.module.css';
import { useGetCaptcha, useProveWork, useRegister } from './queries/sign-in.ts';
import {
  emptyRegistration,
  fieldOfRefusal,
  type RegistrationField,
  type RegistrationFields,
  readRegistration,
} from './registration-form.ts';

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
  const [fields, setFields] = useState<RegistrationFields>({ ...emptyRegistration, invite });
  const [termsOpen, setTermsOpen] = useState(false);
  const errors = useFormErrors<RegistrationField>();
  const picture = useGetCaptcha();
  const proof = useProveWork(picture.data?.work);
  const registration = useRegister();
  const isBusy = registration.isPending || proof.awaited !== null;

  const field = <Name extends RegistrationField>(name: Name) => ({
    name,
    value: fields[name],
    error: errors.of(name),
    onChange: (value: RegistrationFields[Name]) => {
      errors.clear(name);
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  const { value: hasConsented, ...consent } = field('consent');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const read = readRegistration(fields);
    if (read.input === null) {
      errors.show(read.errors);
      return;
    }
    const unproven = await proof.problem();
    if (unproven !== null) {
      errors.showMessage('code', unproven);
      return;
    }
    registration.mutate(read.input, {
      onSuccess: ({ message }) => onRegistered(message),
      onError: (error) => {
        const refused = fieldOfRefusal(refusalCode(error));
        if (refused === null) errors.show({});
        else errors.showMessage(refused, error);
        // Without an answer the account may be open: the same form, its code included, signs in then.
        if (error instanceof ApiFailure) return;
        // A captcha is valid once, whatever the result.
        setFields((before) => ({ ...before, code: '' }));
        void picture.refetch();
      },
    });
  }

  const formProblem = registration.error !== null && fieldOfRefusal(refusalCode(registration.error)) === null;
  return (
    <form ref={errors.form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        {...field('username')}
        label={t('identity.username')}
        hint={t('identity.usernameHint')}
        autoComplete="username"
        maxLength={20}
        code
      />
      <PasswordField
        {...field('password')}
        label={t('identity.password')}
        hint={t('identity.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...field('repassword')} label={t('identity.repeatPassword')} autoComplete="new-password" />
      <Field
        {...field('invite')}
        label={t('identity.invitation')}
        hint={t('identity.invitationHint', { code: houseInvitationCode })}
        maxLength={16}
        code
        trailing={
          fields.invite === houseInvitationCode ? undefined : (
            <button
              type="button"
              className={styles.offer}
              onClick={() => field('invite').onChange(houseInvitationCode)}
            >
              {t('identity.useHouseCode', { code: houseInvitationCode })}
            </button>
          )
        }
      />
      <CaptchaField {...field('code')} picture={picture} proof={proof} />
      <div>
        <Checkbox {...consent} checked={hasConsented}>
          {t('identity.consent')}
        </Checkbox>
        <button type="button" className={styles.link} onClick={() => setTermsOpen(true)}>
          {t('identity.readTerms')}
        </button>
      </div>
      {formProblem ? (
        <p className={styles.problem} role="alert">
          {problemText(registration.error)}
        </p>
      ) : null}
      <Button type="submit" busy={isBusy}>
        {t('identity.register')}
      </Button>
      <LazySheet code={termsSheet} props={{ open: termsOpen, onClose: () => setTermsOpen(false) }} />
    </form>
  );
}
