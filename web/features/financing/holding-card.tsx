import { type ReactNode, useState } from 'react';
import type { Holding } from '#contract/financing.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import styles from './financing.module.css';
import { useRedeem } from './queries.ts';

const tones = { running: 'accent', matured: 'up', redeemed: 'plain' } as const;
const ledger = { source: 'ledger', mark: 'group', decimals: 6 } as const;

/** One holding: product, interest so far, and the exit button while it runs. */
export function HoldingCard({ holding }: { readonly holding: Holding }): ReactNode {
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
          <Figure source="ledger" mark="group">
            {t('financing.daysOf', { done: format.count(daysEarned), days: format.count(days) })}
          </Figure>
        </Labelled>
        <Labelled label={t('financing.interestAtMaturity')} unit="USDT">
          <Money {...ledger} value={interestAtMaturity} />
        </Labelled>
      </LabelledRow>
      <SourceLine source="ledger">{t('financing.holdingSource')}</SourceLine>
      {runs ? <ExitButton holding={holding} /> : null}
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
  const [asking, setAsking] = useState(false);
  const exit = useRedeem((message) => {
    setAsking(false);
    showToast(message, 'success');
  });
  const problem = exit.error && problemText(exit.error);
  return (
    <>
      <Button kind="outline" onClick={() => setAsking(true)}>
        {t('financing.exit')}
      </Button>
      <Dialog
        open={asking}
        title={t('financing.exitTitle')}
        onClose={() => setAsking(false)}
        actions={[
          { label: t('financing.exit'), onPress: () => exit.mutate({ holding: id }), busy: exit.isPending },
          { label: t('financing.keepIt'), onPress: () => setAsking(false), kind: 'quiet' },
        ]}
      >
        <p>
          <Figure source="ledger" mark="group">
            {t('financing.exitText', {
              amount: format.usdt(amount, 6),
              interest: format.usdt(interest, 6),
              maturity: format.usdt(interestAtMaturity, 6),
            })}
          </Figure>
        </p>
        {problem ? <p role="alert">{problem}</p> : null}
      </Dialog>
    </>
  );
}
