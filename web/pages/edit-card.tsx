import type { ReactNode } from 'react';
import { CardBinding } from '#web/features/bank-card/card-binding.tsx';
import { useGetBankCard, useHasWithdrawalPassword } from '#web/features/bank-card/queries.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { useGoBack, useGoFromHere } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Binds or replaces the bank card. */
export function Page(): ReactNode {
  const t = useText();
  const cards = useGetBankCard();
  const password = useHasWithdrawalPassword();
  const problem = queryProblem(cards) ?? queryProblem(password);
  const isReplacement = cards.data !== undefined && cards.data.card !== null;
  return (
    <Screen title={t(isReplacement ? 'withdrawals.cardReplace' : 'withdrawals.cardBind')} onBack={useGoBack('/card')}>
      <Note title={t('withdrawals.paperTitle')}>{t('withdrawals.cardPaper')}</Note>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void Promise.all([cards.refetch(), password.refetch()])} />
      ) : cards.data === undefined || password.data === undefined ? (
        <Skeleton height={300} radius={14} />
      ) : (
        <Binding isReplacement={isReplacement} hasWithdrawalPassword={password.data} />
      )}
    </Screen>
  );
}

interface BindingProps {
  readonly isReplacement: boolean;
  readonly hasWithdrawalPassword: boolean;
}

function Binding({ isReplacement, hasWithdrawalPassword }: BindingProps): ReactNode {
  const t = useText();
  const go = useGoFromHere();
  if (isReplacement && !hasWithdrawalPassword) {
    return (
      <Note kind="warning" link={{ label: t('withdrawals.gatePasswordConfirm'), to: '/bankPwd' }}>
        {errorText('withdrawalPasswordUnset')}
      </Note>
    );
  }
  return (
    <>
      {isReplacement ? <Note>{t('withdrawals.cardWait')}</Note> : null}
      <CardBinding
        hasWithdrawalPassword={hasWithdrawalPassword}
        onBound={(message) => {
          showToast(message, 'success');
          go('/card', { replace: true });
        }}
      />
    </>
  );
}
