import type { ReactNode } from 'react';
import type { Holding } from '#contract/financing.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import styles from './financing.module.css';
import { useRedeem } from './queries.ts';

const tones = { running: 'plain', matured: 'accent', redeemed: 'plain' } as const;
const ledger = { source: 'ledger', decimals: 6 } as const;

/** One holding: product, interest so far, and the exit button while it runs. */
export function HoldingCard({ holding, links }: { readonly holding: Holding; readonly links: ReactNode }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { days, daysEarned, state, amount, interest, interestAtMaturity, subscribedAt, maturesAt, endedAt } = holding;
  const runs = state === 'running';
  return (
    <Card
      className={styles.card}
      title={<RuleValue rule="financing">{t('financing.daysName', { days })}</RuleValue>}
      aside={<Chip tone={tones[state]}>{t(`financing.${state}`)}</Chip>}
    >
      <LabelledRow columns={2}>
        <Labelled label={t('financing.principal')} unit="USDT">
          <Money {...ledger} value={amount} />
        </Labelled>
        <Labelled label={t(runs ? 'financing.interestNow' : 'financing.interestPaid')} unit="USDT">
          <Money {...ledger} value={interest} />
        </Labelled>
        <Labelled label={t('financing.subscribedAt')}>{format.dayTime(subscribedAt)}</Labelled>
        <Labelled label={t(endedAt === null ? 'financing.maturesAt' : 'financing.endedAt')}>
          {format.dayTime(endedAt ?? maturesAt)}
        </Labelled>
        <Labelled label={t('financing.daysEarned')}>
          <Figure source="ledger">
            {t('financing.daysOf', { done: format.count(daysEarned), days: format.count(days) })}
          </Figure>
        </Labelled>
        <Labelled label={t('financing.interestAtMaturity')} unit="USDT">
          <Money {...ledger} value={interestAtMaturity} />
        </Labelled>
      </LabelledRow>
      <SourceLine source="ledger">{t('financing.holdingSource')}</SourceLine>
      {runs ? <ExitButton holding={holding} /> : null}
      {links}
    </Card>
  );
}

function ExitButton({
  holding: { id, amount, interest, interestAtMaturity },
}: {
  readonly holding: Holding;
}): ReactNode {
  const t = useText();
  const format = useFormat();
  const exit = useRedeem((message) => showToast(message, 'success'));
  return (
    <ConfirmButton
      label={t('financing.exit')}
      title={t('financing.exitTitle')}
      cancel={t('financing.keepIt')}
      mutation={exit}
      input={{ holding: id }}
    >
      <p>
        <Figure source="ledger">
          {t('financing.exitText', {
            amount: format.usdt(amount, 6),
            interest: format.usdt(interest, 6),
            maturity: format.usdt(interestAtMaturity, 6),
          })}
        </Figure>
      </p>
    </ConfirmButton>
  );
}
