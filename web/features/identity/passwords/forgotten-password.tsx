import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { requestLoginPassword, resetLoginPassword, resetLoginPasswordByPasskey } from '#contract/identity-reset.ts';
import { decodeForm, type FieldErrors } from '#web/platform/api/form.ts';
import { factorFields } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useCaptcha } from '#web/platform/captcha-work/use-captcha-work.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { PasskeyFailure, passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { session } from '#web/platform/session/session.ts';
import { CaptchaField } from '#web/ui/captcha/captcha-field.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useRequestLoginPassword, useResetLoginPassword, useResetLoginPasswordByPasskey } from '../queries/reset.ts';
import { usePasskeySignature } from '../use-passkey-signature.ts';

type Way = 'factor' | 'passkey' | 'operators';

interface ForgottenPasswordProps {
  /** The member is signed in, with the new password. */
  readonly onReset: (message: string) => void;
  /** Operators decide on the request of that number. */
  readonly onRequested: (request: string) => void;
}

const refusalFields = {
  usernameMissing: 'username',
  usernameInvalid: 'username',
  passwordInvalid: 'password',
  passwordIsUsername: 'password',
  passwordKnown: 'password',
  passwordsDiffer: 'repassword',
  captchaWrong: 'code',
  ...factorFields,
} as const;

const empty = { username: '', factor: '', next: '', password: '', repassword: '', code: '' };

type FieldName = keyof typeof empty;

/** A code of the app is asked for with the one after it. */
const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/[\s-]/g, ''));

/** A new login password without the old one: by the app, a backup code or a passkey at once, else by two operators. */
export function ForgottenPassword({ onReset, onRequested }: ForgottenPasswordProps): ReactNode {
  const t = useText();
  const [way, setWay] = useState<Way>('factor');
  const username = session.username() ?? '';
  const fields = useFormFields<FieldName>({ ...empty, username }, refusalFields);
  const captcha = useCaptcha();
  const sending = useSending();
  const isBusy = sending.isPending || captcha.awaited !== null;
  const asksNext = way === 'factor' && isAppCode(fields.values.factor);

  async function submit(): Promise<void> {
    const problems = problemsOf(way, fields.values, asksNext);
    if (Object.keys(problems).length > 0) return fields.errors.show(problems);
    const unproven = await captcha.problem();
    if (unproven !== null) return fields.errors.showMessage('code', unproven);
    sending.mutate(
      { way, typed: fields.values, asksNext },
      {
        onSuccess: ({ message, request }) => (request === null ? onReset(message) : onRequested(request)),
        onError(error) {
          // The device's prompt comes first: until it is answered the captcha is not sent.
          if (!(error instanceof PasskeyFailure)) {
            fields.set('code', '');
            void captcha.picture.refetch();
          }
          // Last: a field that is emptied loses what was said of it.
          fields.refused(error);
        },
      },
    );
  }

  return (
    <Card>
      <Form
        fields={fields}
        sending={sending}
        busy={isBusy}
        problem={sending.error instanceof PasskeyFailure ? passkeyProblem(sending.error) : undefined}
        onSubmit={submit}
        action={t(way === 'operators' ? 'reset.ask' : 'reset.set')}
      >
        <Segmented
          label={t('reset.ways')}
          segments={[
            { value: 'factor', label: t('reset.byCode') },
            { value: 'passkey', label: t('reset.byPasskey') },
            { value: 'operators', label: t('reset.byOperators') },
          ]}
          value={way}
          onChange={setWay}
        />
        <Note>
          <p>{t(`reset.${way}Text`)}</p>
          <p>{t('reset.after')}</p>
        </Note>
        {way === 'passkey' ? null : (
          <Field
            {...fields.field('username')}
            label={t('identity.username')}
            autoComplete="username"
            maxLength={20}
            code
          />
        )}
        {way === 'factor' ? <FactorField {...fields.field('factor')} /> : null}
        {asksNext ? (
          <Field
            {...fields.field('next')}
            label={t('reset.next')}
            hint={t('reset.nextHint')}
            autoComplete="off"
            maxLength={24}
            code
          />
        ) : null}
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
        <CaptchaField {...fields.field('code')} captcha={captcha} />
      </Form>
    </Card>
  );
}

type Typed = Readonly<Record<FieldName, string>>;

/** What a way sends of what was typed. */
function formOf(way: Way, { username, factor, next, ...replacement }: Typed, asksNext: boolean) {
  if (way === 'passkey') return replacement;
  if (way === 'operators') return { username, ...replacement };
  return { username, factor, ...(asksNext ? { next } : {}), ...replacement };
}

function problemsOf(way: Way, typed: Typed, asksNext: boolean): FieldErrors {
  const form = formOf(way, typed, asksNext);
  const operation = {
    factor: resetLoginPassword,
    passkey: resetLoginPasswordByPasskey,
    operators: requestLoginPassword,
  };
  // The passkey is asked for when all else is right.
  const { credential: _, ...errors } = {
    ...decodeForm<(typeof operation)[Way]>(operation[way], form).errors,
  } as FieldErrors;
  return {
    ...errors,
    ...(asksNext && typed.next === '' ? { next: 'secondFactorMissing' } : {}),
    ...(typed.repassword !== '' && typed.repassword !== typed.password ? { repassword: 'passwordsDiffer' } : {}),
  };
}

interface Sent {
  readonly message: string;
  /** The number of a request, or null where the password is replaced. */
  readonly request: string | null;
}

function useSending() {
  const { mutateAsync: reset } = useResetLoginPassword();
  const { mutateAsync: resetByPasskey } = useResetLoginPasswordByPasskey();
  const { mutateAsync: ask } = useRequestLoginPassword();
  const sign = usePasskeySignature();
  return useMutation({
    async mutationFn({ way, typed, asksNext }: { way: Way; typed: Typed; asksNext: boolean }): Promise<Sent> {
      const { username, factor, next, ...replacement } = typed;
      if (way === 'operators') {
        const { message, value } = await ask({ username, ...replacement });
        return { message, request: value.request };
      }
      if (way === 'passkey') {
        const { message } = await resetByPasskey({ credential: await sign(), ...replacement });
        return { message, request: null };
      }
      const { message } = await reset({ username, factor, ...(asksNext ? { next } : {}), ...replacement });
      return { message, request: null };
    },
  });
}
