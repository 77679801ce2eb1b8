import { type ReactNode, useState } from 'react';
import type { WithdrawalMethod } from '#contract/withdrawals.ts';
import { PayoutTimes } from '#web/features/withdrawals/payout-times.tsx';
import { WithdrawalHistory } from '#web/features/withdrawals/withdrawal-history.tsx';
import { WithdrawalRequest } from '#web/features/withdrawals/withdrawal-request.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack, useGoFromHere } from '#web/platform/navigation/link.tsx';
import type { PageProps } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { SignInFirst } from './sign-in-first.tsx';

/** Withdrawal by one method, or with a choice of both. */
export function Page({ method }: PageProps): ReactNode {
  return method === undefined ? <BothWays /> : <OneWay method={method} />;
}

/** Visitors see what is needed, how long it takes, and where to sign in. */
function BothWays(): ReactNode {
  const t = useText();
  const signedIn = useUsername() !== null;
  const [method, setMethod] = useState<WithdrawalMethod>('bank');
  return (
    <Screen title={t('assets.withdraw')} onBack={useGoBack('/tab4')}>
      <PaperNote of="withdrawals" />
      {signedIn ? (
        <>
          <Segmented<WithdrawalMethod>
            label={t('withdrawals.method')}
            value={method}
            onChange={setMethod}
            segments={[
              { value: 'bank', label: t('withdrawals.bankCard') },
              { value: 'address', label: t('withdrawals.address') },
            ]}
          />
          <Requesting method={method} />
        </>
      ) : (
        <SignInFirst icon="withdraw" to="withdrawals" />
      )}
      <PayoutTimes />
      <Note>{t('withdrawals.promise')}</Note>
      {signedIn ? <WithdrawalHistory /> : null}
    </Screen>
  );
}

function OneWay({ method }: { readonly method: WithdrawalMethod }): ReactNode {
  const t = useText();
  const title = t(method === 'bank' ? 'withdrawals.toBank' : 'withdrawals.toAddress');
  return (
    <Screen title={title} onBack={useGoBack('/cash')}>
      <Requesting method={method} />
      <PaperNote of="withdrawals" />
      <PayoutTimes />
    </Screen>
  );
}

function Requesting({ method }: { readonly method: WithdrawalMethod }): ReactNode {
  const go = useGoFromHere();
  return (
    <WithdrawalRequest
      key={method}
      method={method}
      onRequested={({ id }, message) => {
        showToast(message, 'success');
        go(`/withdrawSuccess?withdrawal=${id}`, { replace: true });
      }}
    />
  );
}
