import type { ReactNode } from 'react';
import type { BankCard } from '#contract/bank-card.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { WaitingNote } from '#web/ui/feedback/waiting-note.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import styles from './bound-card.module.css';
import { useKeepBankCard } from './queries.ts';

/** The bound card; never more than its last four digits. */
export function BoundCard({ card }: { readonly card: BankCard }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <section className={classNames(styles.card, common.typed)} aria-label={t('withdrawals.bankCard')}>
      <span className={styles.bank}>{card.bankName}</span>
      <code className={styles.number}>{card.masked}</code>
      <span className={styles.foot}>
        <span>{card.nameOnCard}</span>
        <span>{t('withdrawals.cardSince', { time: format.dayTime(card.boundAt) })}</span>
      </span>
    </section>
  );
}

/** The pending replacement with a button to cancel it. */
export function WaitingCard({ card }: { readonly card: BankCard & { readonly activeFrom: number } }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <WaitingNote
      title={t('withdrawals.cardWaiting')}
      action={t('withdrawals.cardKeep')}
      cancelling={useKeepBankCard()}
      input={{}}
    >
      {t('withdrawals.cardWaitingText', { card: card.masked, time: format.dayTime(card.activeFrom) })}
    </WaitingNote>
  );
}
