import type { ReactNode } from 'react';
import { changeFundPassword } from '#contract/security.ts';
import { NewPassword } from '#web/features/security/new-password.tsx';
import { useAccountInfo, useChangeFundPassword } from '#web/features/security/queries.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Screen } from '#web/ui/screen.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';

/** The withdrawal password: set, or changed by who knows the old one. */
export function FundPasswordPage(): ReactNode {
  const t = useText();
  const back = useGoBack('/securityCenter');
  const account = useAccountInfo();
  const change = useChangeFundPassword();
  const problem = queryProblem(account);
  return (
    <Screen title={t('security.fundPasswordTitle')} onBack={back}>
      <Note>{t('security.fundPasswordText')}</Note>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void account.refetch()} />
      ) : account.data === undefined ? (
        <Skeleton height={300} radius={14} />
      ) : (
        <NewPassword
          operation={changeFundPassword}
          change={change}
          oldLabel={account.data.hasFundPassword ? t('security.currentFundPassword') : null}
          onChanged={(message) => {
            showToast(message, 'success');
            back();
          }}
        />
      )}
    </Screen>
  );
}
