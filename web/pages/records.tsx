import type { ReactNode } from 'react';
import { RecordList } from '#web/features/wallet/record-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Screen } from '#web/ui/layout/screen.tsx';
import { SignInFirst } from './sign-in-first.tsx';

/** The member's account records. Visitors see what it is and where to sign in. */
export function Page(): ReactNode {
  const t = useText();
  const asset = useQueryParameter('asset') === 'PTS' ? 'PTS' : 'USDT';
  const signedIn = useUsername() !== null;
  return (
    <Screen title={t('assets.financialRecords')} onBack={useGoBack('/tab4')}>
      {signedIn ? <RecordList asset={asset} /> : <SignInFirst icon="records" to="wallet" />}
    </Screen>
  );
}
