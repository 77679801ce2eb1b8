import { type ReactNode, useState } from 'react';
import { changeFundPassword } from '#contract/security.ts';
import { ForgottenFundPassword } from '#web/features/security/forgotten-fund-password.tsx';
import { NewPassword } from '#web/features/security/new-password.tsx';
import { useAccountInfo, useChangeFundPassword } from '#web/features/security/queries.ts';
import { WaitingFundPassword } from '#web/features/security/waiting-fund-password.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The withdrawal password: set, changed by who knows the old one, or replaced after a day for who has forgotten it. */
export function FundPasswordPage(): ReactNode {
  const t = useText();
  const back = useGoBack('/securityCenter');
  const account = useAccountInfo();
  const change = useChangeFundPassword();
  const [forgotten, setForgotten] = useState(false);
  const problem = queryProblem(account);
  const isSet = account.data?.hasFundPassword ?? false;
  return (
    <Screen title={t('security.fundPasswordTitle')} onBack={back}>
      <Note>{t('security.fundPasswordText')}</Note>
      <WaitingFundPassword />
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void account.refetch()} />
      ) : account.data === undefined ? (
        <Skeleton height={300} radius={14} />
      ) : forgotten ? (
        <ForgottenFundPassword
          onAsked={(message) => {
            showToast(message, 'success');
            setForgotten(false);
          }}
        />
      ) : (
        <NewPassword
          operation={changeFundPassword}
          change={change}
          oldLabel={isSet ? t('security.currentFundPassword') : null}
          onChanged={(message) => {
            showToast(message, 'success');
            back();
          }}
        />
      )}
      {isSet ? (
        <Button kind="quiet" onClick={() => setForgotten(!forgotten)}>
          {t(forgotten ? 'fundPassword.remembered' : 'fundPassword.forgotten')}
        </Button>
      ) : null}
    </Screen>
  );
}
