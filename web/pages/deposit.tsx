import type { ReactNode } from 'react';
import { DepositHistory } from '#web/features/deposits/deposit-history.tsx';
import { DepositRequest } from '#web/features/deposits/deposit-request.tsx';
import { useListDepositChannels } from '#web/features/deposits/queries.ts';
import { useUploadImage } from '#web/features/images/queries.ts';
import { ExclusionNotice } from '#web/features/limits/exclusion-notice.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack, useGoFromHere } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { PaperNote } from '#web/ui/feedback/paper-note.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { SignInFirst } from './sign-in-first.tsx';

/** The deposit form and the deposits so far. Visitors see what it is and where to sign in. */
export function Page(): ReactNode {
  const t = useText();
  const signedIn = useUsername() !== null;
  return (
    <Screen title={t('deposits.title')} onBack={useGoBack('/tab4')}>
      <PaperNote of="deposits" />
      {signedIn ? (
        <>
          <ExclusionNotice />
          <Request />
          <DepositHistory />
        </>
      ) : (
        <SignInFirst icon="deposit" to="deposits" />
      )}
    </Screen>
  );
}

function Request(): ReactNode {
  const t = useText();
  const go = useGoFromHere();
  const first = useQueryParameter('channel');
  const { mutateAsync: sendImage } = useUploadImage();
  return (
    <Loaded query={useListDepositChannels(true)} height={300} radius={14}>
      {(channels) =>
        channels.length === 0 ? (
          <EmptyState icon="deposit" title={t('deposits.noChannels')} />
        ) : (
          <DepositRequest
            channels={channels}
            first={first}
            sendImage={sendImage}
            onRequested={({ id }, message) => {
              // Also where the page has been left by then.
              showToast(message, 'success');
              go(`/depositSuccess?deposit=${id}`);
            }}
          />
        )
      }
    </Loaded>
  );
}
