import type { ReactNode } from 'react';
import { getAccountInfo } from '#contract/profile-account.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Links to the account's protections. */
export function ProtectionMenu(): ReactNode {
  const t = useText();
  const account = useRead(getAccountInfo, {}).data;
  const set = (isSet: boolean | undefined) =>
    isSet === undefined ? undefined : t(isSet ? 'security.isSet' : 'security.isUnset');
  return (
    <Card title={t('security.protection')}>
      <RowList label={t('security.protection')}>
        <Row icon="lock" title={t('security.loginPassword')} to="/loginPwd" value={t('security.change')} />
        <Row
          icon="withdraw"
          title={t('security.withdrawalPassword')}
          to="/bankPwd"
          value={set(account?.hasWithdrawalPassword)}
        />
        <Row icon="wallet" title={t('withdrawals.bankCard')} to="/card" value={set(account?.hasBankCard)} />
        <Row icon="invitation" title={t('security.profile')} to="/user_edit" value={account?.nickname} />
      </RowList>
    </Card>
  );
}
