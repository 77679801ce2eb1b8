import type { ReactNode } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { isFinal } from '#web/features/deposits/deposit-progress.ts';
import { DepositProof } from '#web/features/deposits/deposit-proof.tsx';
import { DepositTracker } from '#web/features/deposits/deposit-tracker.tsx';
import { FromWallet } from '#web/features/deposits/from-wallet.tsx';
import { useGetDeposit, useLatestDeposit, useListDepositChannels } from '#web/features/deposits/queries.ts';
import { useUploadImage } from '#web/features/images/queries.ts';
import { AskAbout } from '#web/features/support/ask-about.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** A deposit until it is credited: the one in the address, else the newest. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const { mutateAsync: sendImage } = useUploadImage();
  const named = useQueryParameter('deposit');
  const latest = useLatestDeposit(named === null);
  const id = named ?? latest.data?.id ?? null;
  const deposit = useGetDeposit(id);
  const channels = useListDepositChannels(true);
  const channel = channels.data?.find((one) => one.id === deposit.data?.channel);
  const found = (found: Deposit, message: string) => {
    showToast(message, 'success');
    if (found.id !== id) go(`/depositSuccess?deposit=${found.id}`);
  };
  // The newest one is kept from another page; it says nothing about the one in the address.
  const problem = queryProblem(deposit) ?? (named === null ? queryProblem(latest) : null);
  return (
    <Screen title={t('deposits.title')} onBack={useGoBack('/deposits')}>
      {deposit.data ? (
        <>
          <DepositTracker deposit={deposit.data} channel={channel} />
          {channel?.network && deposit.data.state === 'requested' ? (
            <FromWallet channel={channel.id} onFound={found} />
          ) : null}
          {channel?.network && deposit.data.image === null && !isFinal(deposit.data) ? (
            <DepositProof deposit={deposit.data} sendImage={sendImage} />
          ) : null}
          {deposit.data.state === 'confirmed' ? (
            <Button onClick={() => go('/tab1')}>{t('plans.placeOne')}</Button>
          ) : null}
          <AskAbout pin={{ kind: 'deposit', id: deposit.data.id }} />
          <Button kind="outline" onClick={() => go('/tab4')}>
            {t('deposits.toAssets')}
          </Button>
        </>
      ) : (named === null && latest.data === null) || refusalCode(deposit.error) === 'depositUnknown' ? (
        <EmptyState
          icon="deposit"
          title={t('deposits.latestMissing')}
          action={{ label: t('assets.toDeposits'), onPress: () => go('/deposits') }}
        />
      ) : problem === null ? (
        <Skeleton height={180} radius={14} />
      ) : (
        <ErrorState message={problem} onRetry={() => void (id === null ? latest : deposit).refetch()} />
      )}
      <PaperNote of="deposits" />
    </Screen>
  );
}
