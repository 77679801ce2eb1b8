import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './assets-menu.module.css';

export function AssetsMenu(): ReactNode {
  const t = useText();
  return (
    <Card className={styles.menu}>
      <RowList label={t('assets.menu')}>
        <Row icon="withdraw" title={t('assets.withdraw')} to="/txmoney" />
        <Row icon="deposit" title={t('assets.deposits')} to="/deposits" />
        <Row icon="records" title={t('assets.financialRecords')} to="/financial" />
        <Row icon="orders" title={t('assets.orderRecord')} to="/orders" />
        <Row icon="bars" title={t('assets.earnings')} to="/profit" />
        <Row icon="envelope" title={t('assets.redEnvelope')} to="/hongbao" />
        <Row icon="invitation" title={t('assets.invitation')} to="/invitation" />
        <Row icon="question" title={t('assets.helpCenter')} to="/faq" />
        <Row icon="tips" title={t('assets.tips')} to="/Tips" />
        <Row icon="book" title={t('assets.rules')} to="/rule" />
        <Row icon="check" title={t('assets.proofs')} to="/proofs" />
        <Row icon="wallet" title={t('assets.wallet')} to="/wallet" />
        <Row icon="lock" title={t('assets.security')} to="/securityCenter" />
        <Row icon="settings" title={t('assets.settings')} to="/shezhi" />
      </RowList>
    </Card>
  );
}
