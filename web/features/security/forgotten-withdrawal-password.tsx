import type { ReactNode } from 'react';
import { resetWithdrawalPassword } from '#contract/security.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ProtectedForm } from '#web/ui/captcha/protected-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useResetWithdrawalPassword } from './queries.ts';

interface ForgottenWithdrawalPasswordProps {
  readonly onRequested: (message: string) => void;
}

/** Replaces a forgotten withdrawal password: by all other proofs of ownership and a day's wait. */
export function ForgottenWithdrawalPassword({ onRequested }: ForgottenWithdrawalPasswordProps): ReactNode {
  const t = useText();
  return (
    <Card>
      <ProtectedForm
        operation={resetWithdrawalPassword}
        mutation={useResetWithdrawalPassword()}
        passwords={[
          { name: 'login', label: t('security.loginPassword'), autoComplete: 'current-password' },
          {
            name: 'password',
            label: t('security.newPassword'),
            hint: t('identity.passwordHint'),
            autoComplete: 'new-password',
          },
          { name: 'repassword', label: t('security.repeatPassword'), autoComplete: 'new-password' },
        ]}
        refusalFields={{ oldPasswordWrong: 'login', signInLocked: 'login' }}
        action={t('reset.ask')}
        onDone={onRequested}
      >
        <p>{t('withdrawalPassword.text')}</p>
      </ProtectedForm>
    </Card>
  );
}
