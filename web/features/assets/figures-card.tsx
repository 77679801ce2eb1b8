import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { getMember } from '#contract/profile.ts';
import { shownQuota } from '#web/platform/format/shown-quota.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './figures-card.module.css';

export type Member = OutputOf<typeof getMember>;

interface FiguresCardProps {
  readonly member: Member | undefined;
  readonly onActivate: () => void;
  readonly onExplain: () => void;
}

/** Quotas, score and income to four decimals, derived from the member's postings. */
export function FiguresCard({ member, onActivate, onExplain }: FiguresCardProps): ReactNode {
  const t = useText();
  const shown = member && shownQuota(member, 4);
  return (
    <Card className={styles.card}>
      <LabelledRow columns={1}>
        <Labelled label={t('assets.authorization')} size="hero" {...(member && { unit: 'USDT' })}>
          {shown ? <Money source="ledger" value={shown.authorization} decimals={4} /> : <Waiting wide />}
        </Labelled>
      </LabelledRow>
      <div className={styles.block}>
        <LabelledRow columns={2}>
          <Labelled label={t('assets.available')}>
            {shown ? <Money source="ledger" value={shown.available} decimals={4} /> : <Waiting />}
          </Labelled>
          <Labelled label={t('assets.locked')}>
            {shown ? <Money source="ledger" value={shown.locked} decimals={4} /> : <Waiting />}
          </Labelled>
        </LabelledRow>
      </div>
      <div className={styles.block}>
        <LabelledRow columns={2}>
          <Labelled label={t('assets.earningsToday')} to="/profit">
            {member ? <Money source="ledger" value={member.incomeToday} decimals={4} sign="always" /> : <Waiting />}
          </Labelled>
          <Labelled label={t('assets.incomeTotal')}>
            {member ? <Money source="ledger" value={member.incomeTotal} decimals={4} sign="always" /> : <Waiting />}
          </Labelled>
        </LabelledRow>
      </div>
      <div className={styles.weight}>
        <button type="button" className={styles.activate} onClick={onActivate}>
          {t('assets.accountWeight')}
        </button>
        <button type="button" className={styles.question} onClick={onExplain} aria-label={t('assets.explainWeight')}>
          <Icon name="question" size={18} />
        </button>
        <span className={styles.score}>{member ? <Count source="ledger" count={member.weight} /> : <Waiting />}</span>
      </div>
      <div className={styles.note}>
        <SourceLine source="ledger">
          {member ? <Postings count={member.postings} /> : <Skeleton height={12} width={200} />}
        </SourceLine>
      </div>
    </Card>
  );
}

function Postings({ count }: { readonly count: number }): ReactNode {
  const t = useText();
  const format = useFormat();
  return count === 0 ? t('assets.noPostings') : t('assets.postings', { count: format.count(count) });
}

function Waiting({ wide = false }: { readonly wide?: boolean }): ReactNode {
  return (
    <span className={wide ? styles.waitingWide : styles.waiting}>
      <Skeleton height={wide ? 28 : 14} width={wide ? 190 : 90} />
    </span>
  );
}
