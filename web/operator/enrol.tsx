import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { enrolOperatorAuthenticator } from '#contract/operators-sign-in.ts';
import type { PasskeyCreation } from '#contract/passkey-forms.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { QrCode } from '#web/ui/picture/qr-code.tsx';
import { enrolToken } from './enrol-token.ts';
import { LanguageChoice } from './language-choice.tsx';
import { useConsoleText } from './locale.ts';
import { consolePath } from './paths.ts';
import {
  useEnrolOperatorAuthenticator,
  useEnrolOperatorPasskey,
  useStartOperatorAuthenticator,
  useStartOperatorEnrolment,
} from './queries/operators.ts';
import styles from './ui/layout.module.css';
import { At } from './ui/values.tsx';

/** A full load: nothing of the link stays in memory or in the address. */
const enter = () => window.location.replace(consolePath);

/** Enrolment by the one-time link. */
export function Enrol(): ReactNode {
  const t = useConsoleText();
  const token = enrolToken;
  const start = useStartOperatorEnrolment();
  const { mutate } = start;
  useEffect(() => mutate({ token }), [mutate]);
  const found = start.data?.value;
  return (
    <main className={styles.alone}>
      <h1>{t('enrol.title')}</h1>
      <LanguageChoice />
      {start.error === null ? null : <p role="alert">{problemText(start.error)}</p>}
      {found === undefined ? null : (
        <>
          <p>
            {t('enrol.text', { operator: found.operator, role: t(`roles.${found.role}`) })} <At at={found.expiresAt} />
          </p>
          {found.creation === null ? null : <WithPasskey token={token} creation={found.creation} />}
          <WithAuthenticator token={token} />
        </>
      )}
    </main>
  );
}

function WithPasskey({ token, creation }: { readonly token: string; readonly creation: PasskeyCreation }): ReactNode {
  const t = useConsoleText();
  const [name, setName] = useState('');
  const { mutateAsync: enrol } = useEnrolOperatorPasskey();
  const making = useMutation({
    mutationFn: async () => {
      const { makePasskey } = await import('#web/platform/passkeys/passkey-prompt.ts');
      return await enrol({ token, name: name.trim(), credential: await makePasskey(creation) });
    },
    onSuccess: enter,
  });
  return (
    <Card title={t('enrol.passkey')}>
      <Field label={t('enrol.passkeyName')} name="name" value={name} onChange={setName} maxLength={40} />
      <Button busy={making.isPending} onClick={() => making.mutate()}>
        {t('enrol.makePasskey')}
      </Button>
      {making.error === null ? null : <p role="alert">{passkeyProblem(making.error)}</p>}
    </Card>
  );
}

const refusalFields = {
  passwordMissing: 'password',
  operatorPasswordInvalid: 'password',
  passwordKnown: 'password',
  passwordsDiffer: 'repassword',
  operatorCodeMissing: 'factor',
  secondFactorWrong: 'factor',
} as const;

function WithAuthenticator({ token }: { readonly token: string }): ReactNode {
  const t = useConsoleText();
  const start = useStartOperatorAuthenticator();
  const enrol = useEnrolOperatorAuthenticator();
  const empty = { password: '', repassword: '', factor: '' };
  const fields = useFormFields<keyof typeof empty>(empty, refusalFields);
  const drawn = start.data?.value;
  const submit = () => {
    const { input, errors } = decodeForm(enrolOperatorAuthenticator, { ...fields.values, token });
    if (input === null) return fields.errors.show(errors as Parameters<typeof fields.errors.show>[0]);
    enrol.mutate(input, { onSuccess: enter, onError: fields.refused });
  };
  return (
    <Card title={t('enrol.authenticator')}>
      {drawn === undefined ? (
        <>
          <Button kind="outline" busy={start.isPending} onClick={() => start.mutate({ token })}>
            {t('enrol.showSecret')}
          </Button>
          {start.error === null ? null : <p role="alert">{problemText(start.error)}</p>}
        </>
      ) : (
        <Form fields={fields} sending={enrol} onSubmit={submit} action={t('enrol.finish')}>
          <QrCode text={drawn.address} label={t('enrol.picture')} />
          <p>
            {t('enrol.secret')} <code className={styles.code}>{drawn.secret}</code>
          </p>
          <PasswordField {...fields.field('password')} label={t('enrol.newPassword')} autoComplete="new-password" />
          <PasswordField {...fields.field('repassword')} label={t('enrol.repeat')} autoComplete="new-password" />
          <Field
            {...fields.field('factor')}
            label={t('signIn.factor')}
            autoComplete="one-time-code"
            inputMode="numeric"
            code
          />
        </Form>
      )}
    </Card>
  );
}
