import { type ReactNode, useState } from 'react';
import { getCaptcha, getRecovery } from '#contract/identity.ts';
import { getAccountInfo } from '#contract/profile.ts';
import { unfreezeAccount } from '#contract/security.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { factorFields, useFactorRequired } from '#web/platform/api/use-factor-required.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { singleUse, useRead } from '#web/platform/api/use-read.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { CaptchaField } from '#web/ui/form/captcha-field.tsx';
import { FactorField } from '#web/ui/form/factor-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useFreezeAccount, useUnfreezeAccount } from './queries.ts';

/** Freezes outgoing money and card changes until the owner lifts it. */
export function FreezeCard(): ReactNode {
  const t = useText();
  const account = useRead(getAccountInfo, {}).data;
  const holdsUntil = useRead(getRecovery, {}).data?.freezeHoldsUntil ?? null;
  const [asking, setAsking] = useState(false);
  const freezing = useFreezeAccount();
  if (account === undefined) return null;
  if (account.frozen && holdsUntil !== null) return <RecoveryFreeze until={holdsUntil} />;
  if (account.frozen) return <Unfreeze />;
  const freeze = () =>
    freezing.mutate(
      {},
      {
        onSuccess({ message }) {
          setAsking(false);
          showToast(message, 'success');
        },
        onError: (error) => showToast(problemText(error) ?? '', 'failure'),
      },
    );
  return (
    <>
      <Note
        title={t('security.freezeTitle')}
        action={
          <Button inline kind="outline" onClick={() => setAsking(true)}>
            {t('security.freeze')}
          </Button>
        }
      >
        {t('security.freezeText')}
      </Note>
      <Dialog
        open={asking}
        title={t('security.freezeConfirm')}
        onClose={() => setAsking(false)}
        actions={[
          { label: t('security.freeze'), onPress: freeze, busy: freezing.isPending },
          { label: t('shell.cancel'), onPress: () => setAsking(false), kind: 'quiet' },
        ]}
      >
        {t('security.freezeText')}
      </Dialog>
    </>
  );
}

/** A freeze by a recovery, which the owner cannot lift for a while. */
function RecoveryFreeze({ until }: { readonly until: number }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Note kind="warning" title={t('security.frozenTitle')}>
      {t('recovery.holds', { time: format.dayTime(until) })}
    </Note>
  );
}

const refusalFields = {
  oldPasswordWrong: 'password',
  signInLocked: 'password',
  captchaWrong: 'code',
  ...factorFields,
} as const;

function Unfreeze(): ReactNode {
  const t = useText();
  const picture = useRead(getCaptcha, {}, singleUse);
  const fields = useFormFields<'password' | 'code' | 'factor'>({ password: '', code: '', factor: '' }, refusalFields);
  const factor = useFactorRequired(useRead(getAccountInfo, {}).data?.hasAuthenticator);
  const lifting = useUnfreezeAccount();

  function submit(): void {
    if (lifting.isPending) return;
    const read = decodeForm(unfreezeAccount, fields.values);
    const missing = factor.isRequired && fields.values.factor === '' ? { factor: 'secondFactorMissing' as const } : {};
    if (read.input === null || 'factor' in missing) {
      fields.errors.show({ ...read.errors, ...missing });
      return;
    }
    lifting.mutate(read.input, {
      onSuccess: ({ message }) => showToast(message, 'success'),
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
    <Card title={t('security.frozenTitle')}>
      <Form
        form={fields.errors.form}
        onSubmit={submit}
        problem={fields.formProblem(lifting.error)}
        action={
          <Button type="submit" busy={lifting.isPending}>
            {t('security.unfreeze')}
          </Button>
        }
      >
        <p>{t('security.freezeText')}</p>
        <PasswordField
          {...fields.field('password')}
          label={t('security.loginPassword')}
          autoComplete="current-password"
        />
        <CaptchaField {...fields.field('code')} picture={picture} />
        {factor.isRequired ? <FactorField {...fields.field('factor')} /> : null}
      </Form>
    </Card>
  );
}
