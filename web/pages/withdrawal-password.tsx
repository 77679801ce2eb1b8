import { type ReactNode, useState } from 'react';
import { changeWithdrawalPassword } from '#contract/security.ts';
import { NewPassword } from '#web/features/identity/passwords/new-password.tsx';
import { useGetAccountInfo } from '#web/features/profile/queries/profile.ts';
import { ForgottenWithdrawalPassword } from '#web/features/security/forgotten-withdrawal-password.tsx';
import { useChangeWithdrawalPassword } from '#web/features/security/queries.ts';
import { WaitingWithdrawalPassword } from '#web/features/security/waiting-withdrawal-password.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The withdrawal password: set it, change it with the old one, or replace a forgotten one after a day. */
export function Page(): ReactNode {
  const t = useText();
  const back = useGoBack('/securityCenter');
  const account = useGetAccountInfo();
  const change = useChangeWithdrawalPassword();
  const [forgotten, setForgotten] = useState(false);
  const isSet = account.data?.hasWithdrawalPassword ?? false;
  return (
    <Screen title={t('security.withdrawalPassword')} onBack={back}>
      <Note>{t('security.withdrawalPasswordText')}</Note>
      <WaitingWithdrawalPassword />
      <Loaded query={account} height={300} radius={14}>
        {() =>
          forgotten ? (
            <ForgottenWithdrawalPassword
              onRequested={(message) => {
                showToast(message, 'success');
                setForgotten(false);
              }}
            />
          ) : (
            <NewPassword
              operation={changeWithdrawalPassword}
              change={change}
              oldLabel={isSet ? t('security.currentWithdrawalPassword') : null}
              onChanged={(message) => {
                showToast(message, 'success');
                back();
              }}
            />
          )
        }
      </Loaded>
      {isSet ? (
        <Button kind="quiet" onClick={() => setForgotten(!forgotten)}>
          {t(forgotten ? 'withdrawalPassword.remembered' : 'withdrawalPassword.forgotten')}
        </Button>
      ) : null}
    </Screen>
  );
}
