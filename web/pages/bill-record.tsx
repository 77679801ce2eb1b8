import type { ReactNode } from 'react';
import { Bill } from '#web/features/wallet/bill.tsx';
import { useGetAccountRecord } from '#web/features/wallet/queries.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { Page as RecordsPage } from './records.tsx';

/** The postings of the record in the address; without one, all records. */
export function Page(): ReactNode {
  const transfer = useQueryParameter('transfer');
  return transfer === null ? <RecordsPage /> : <BillPage transfer={transfer} />;
}

function BillPage({ transfer }: { readonly transfer: string }): ReactNode {
  const t = useText();
  const go = useGo();
  const { data: bill, error, refetch } = useGetAccountRecord(transfer);
  const code = refusalCode(error);
  return (
    <Screen title={t('wallet.billTitle')} onBack={useGoBack('/account')}>
      {bill !== undefined ? (
        <Bill bill={bill} />
      ) : code === 'recordUnknown' ? (
        <EmptyState
          icon="records"
          title={t('wallet.billMissing')}
          action={{ label: t('assets.financialRecords'), onPress: () => go('/account', { replace: true }) }}
        />
      ) : error === null ? (
        <Skeleton height={320} radius={14} />
      ) : (
        <ErrorState message={problemText(error) ?? undefined} onRetry={() => void refetch()} />
      )}
    </Screen>
  );
}
