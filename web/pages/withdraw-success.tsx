import type { ReactNode } from 'react';
import { AskAbout } from '#web/features/support/ask-about.tsx';
import { useGetWithdrawal, useLatestWithdrawal } from '#web/features/withdrawals/queries.ts';
import { WithdrawalTracker } from '#web/features/withdrawals/withdrawal-tracker.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** A withdrawal until it is final: the one in the address, else the newest. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const named = useQueryParameter('withdrawal');
  const latest = useLatestWithdrawal(named === null);
  const id = named ?? latest.data?.id ?? null;
  const withdrawal = useGetWithdrawal(id);
  // The newest one is kept from another page; it says nothing about the one in the address.
  const problem = queryProblem(withdrawal) ?? (named === null ? queryProblem(latest) : null);
  return (
    <Screen title={t('withdrawals.detailTitle')} onBack={useGoBack('/txmoney')}>
      {withdrawal.data ? (
        <>
          <WithdrawalTracker withdrawal={withdrawal.data} />
          <AskAbout pin={{ kind: 'withdrawal', id: withdrawal.data.id }} />
          <Button kind="outline" onClick={() => go('/txmoney')}>
            {t('withdrawals.toHistory')}
          </Button>
        </>
      ) : (named === null && latest.data === null) || refusalCode(withdrawal.error) === 'withdrawalUnknown' ? (
        <EmptyState
          icon="withdraw"
          title={t('withdrawals.missing')}
          action={{ label: t('assets.withdraw'), onPress: () => go('/txmoney') }}
        />
      ) : problem === null ? (
        <Skeleton height={260} radius={14} />
      ) : (
        <ErrorState message={problem} onRetry={() => void (id === null ? latest : withdrawal).refetch()} />
      )}
      <PaperNote of="withdrawals" />
    </Screen>
  );
}
