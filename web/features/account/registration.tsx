import { type FormEvent, type ReactNode, useState } from 'react';
import { houseInvitationCode } from '#contract/account.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormErrors } from '#web/platform/api/use-form-errors.ts';
import { useVerifyCode } from '#web/platform/api/use-verify-code.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { VerifyCodeField } from '#web/ui/form/verify-code-field.tsx';
import styles from './account-form.module.css';
import { useRegister } from './queries.ts';
import {
  emptyRegistration,
  fieldOfRefusal,
  type RegistrationField,
  type RegistrationFields,
  readRegistration,
} from './registration-form.ts';
import { TermsSheet } from './terms-sheet.tsx';

interface RegistrationProps {
  /** Code of the link that led here. */
  readonly invite: string;
  readonly onRegistered: (message: string) => void;
}

export function Registration({ invite, onRegistered }: RegistrationProps): ReactNode {
  const t = useText();
  const [fields, setFields] = useState<RegistrationFields>({ ...emptyRegistration, invite });
  const [termsOpen, setTermsOpen] = useState(false);
  const errors = useFormErrors<RegistrationField>();
  const picture = useVerifyCode(true);
  const registration = useRegister();

  const field = <Name extends RegistrationField>(name: Name) => ({
    name,
    value: fields[name],
    error: errors.of(name),
    onChange: (value: RegistrationFields[Name]) => {
      errors.clear(name);
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  const tick = (name: 'adult' | 'terms') => {
    const { value, ...rest } = field(name);
    return { ...rest, checked: value };
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (registration.isPending) return;
    const read = readRegistration(fields);
    if (read.input === null) {
      errors.show(read.errors);
      return;
    }
    registration.mutate(read.input, {
      onSuccess: ({ message }) => onRegistered(message),
      onError: (error) => {
        const refused = fieldOfRefusal(refusalCode(error));
        if (refused !== null) errors.showWords(refused, problemText(error) ?? '');
        // The server has used the code up, whatever it refused.
        setFields((before) => ({ ...before, code: '' }));
        void picture.refetch();
      },
    });
  }

  const unplaced = registration.error !== null && fieldOfRefusal(refusalCode(registration.error)) === null;
  return (
    <form ref={errors.form} className={styles.form} onSubmit={submit} noValidate>
      <Field
        {...field('username')}
        label={t('account.username')}
        hint={t('account.usernameHint')}
        autoComplete="username"
        maxLength={20}
        verbatim
      />
      <PasswordField
        {...field('password')}
        label={t('account.password')}
        hint={t('account.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...field('repassword')} label={t('account.repeatPassword')} autoComplete="new-password" />
      <Field
        {...field('invite')}
        label={t('account.invitation')}
        hint={t('account.invitationHint', { code: houseInvitationCode })}
        maxLength={16}
        verbatim
        trailing={
          fields.invite === houseInvitationCode ? undefined : (
            <button
              type="button"
              className={styles.offer}
              onClick={() => field('invite').onChange(houseInvitationCode)}
            >
              {t('account.useHouseCode', { code: houseInvitationCode })}
            </button>
          )
        }
      />
      <VerifyCodeField {...field('code')} picture={picture} />
      <div>
        <Checkbox {...tick('adult')}>{t('account.adult')}</Checkbox>
        <Checkbox {...tick('terms')}>{t('account.terms')}</Checkbox>
        <button type="button" className={styles.link} onClick={() => setTermsOpen(true)}>
          {t('account.readTerms')}
        </button>
      </div>
      {unplaced ? (
        <p className={styles.problem} role="alert">
          {problemText(registration.error)}
        </p>
      ) : null}
      <Button type="submit" busy={registration.isPending}>
        {t('account.register')}
      </Button>
      <TermsSheet open={termsOpen} onClose={() => setTermsOpen(false)} />
    </form>
  );
}
