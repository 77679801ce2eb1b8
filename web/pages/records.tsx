import type { ReactNode } from 'react';
import { RecordList } from '#web/features/wallet/record-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useLocation, useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { loginPath } from '#web/platform/navigation/return-path.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The member's account records. Visitors see what it is and where to sign in. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const { path } = useLocation();
  const asset = useQueryParameter('asset') === 'PTS' ? 'PTS' : 'USDT';
  const signedIn = useUsername() !== null;
  return (
    <Screen title={t('assets.financialRecords')} onBack={useGoBack('/tab4')}>
      {signedIn ? (
        <RecordList asset={asset} />
      ) : (
        <EmptyState
          icon="records"
          title={t('wallet.signInTitle')}
          action={{ label: t('identity.signIn'), onPress: () => go(loginPath(path)) }}
        >
          {t('wallet.signInText')}
        </EmptyState>
      )}
    </Screen>
  );
}
