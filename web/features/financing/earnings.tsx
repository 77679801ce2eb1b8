import type { ReactNode } from 'react';
import type { getFinancingLog, Holding } from '#contract/financing.ts';
import type { OutputOf } from '#contract/operation.ts';
import { add } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './financing.module.css';
import { useGetFinancingLog } from './queries.ts';

type Log = OutputOf<typeof getFinancingLog>;

const ledger = { source: 'ledger', decimals: 6 } as const;

/** Results of plans, financing and rounds, today and in total, losses included. */
export function Earnings(): ReactNode {
  const earnings = useGetFinancingLog();
  return (
    <Loaded query={earnings} height={320} radius={14}>
      {(log) => (
        <>
          <Totals log={log} />
          <Payouts payouts={log.payouts} />
        </>
      )}
    </Loaded>
  );
}

function Totals({ log: { plans, financing, rounds, invested, reserved } }: { readonly log: Log }): ReactNode {
  const t = useText();
  return (
    <Card className={styles.card}>
      <LabelledRow columns={1}>
        <Labelled label={t('assets.incomeTotal')} size="hero" unit="USDT">
          <Money {...ledger} value={add(add(plans.total, financing.total), rounds.total)} sign="always" />
        </Labelled>
      </LabelledRow>
      <LabelledRow columns={2}>
        <Labelled label={t('financing.plansToday')}>
          <Money {...ledger} value={plans.today} sign="always" />
        </Labelled>
        <Labelled label={t('financing.plansEver')}>
          <Money {...ledger} value={plans.total} sign="always" />
        </Labelled>
        <Labelled label={t('financing.financingToday')}>
          <Money {...ledger} value={financing.today} sign="always" />
        </Labelled>
        <Labelled label={t('financing.financingEver')}>
          <Money {...ledger} value={financing.total} sign="always" />
        </Labelled>
        <Labelled label={t('financing.roundsToday')}>
          <Money {...ledger} value={rounds.today} sign="always" />
        </Labelled>
        <Labelled label={t('financing.roundsEver')}>
          <Money {...ledger} value={rounds.total} sign="always" />
        </Labelled>
        <Labelled label={t('financing.invested')}>
          <Money {...ledger} value={invested} />
        </Labelled>
        <Labelled label={t('financing.reserved')}>
          <Money {...ledger} value={reserved} />
        </Labelled>
      </LabelledRow>
      <SourceLine source="ledger">{t('financing.earningsSource')}</SourceLine>
      <RowList label={t('assets.earnings')}>
        <Row icon="orders" title={t('financing.toOrders')} to="/orders" />
        <Row icon="records" title={t('financing.recordsTitle')} to="/touzijilu" />
      </RowList>
    </Card>
  );
}

function Payouts({ payouts }: { readonly payouts: readonly Holding[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  const go = useGo();
  if (payouts.length === 0) {
    return (
      <EmptyState
        icon="bars"
        title={t('financing.noPayouts')}
        action={{ label: t('financing.products'), onPress: () => go('/fund') }}
      >
        {t('financing.noPayoutsText')}
      </EmptyState>
    );
  }
  return (
    <Card title={t('financing.payouts')}>
      <RowList label={t('financing.payouts')}>
        {payouts.map(({ id, days, state, endedAt, interest }) => (
          <Row
            key={id}
            title={<RuleValue rule="financing">{t('financing.daysName', { days })}</RuleValue>}
            note={`${t(`financing.${state}`)}\u00a0· ${endedAt === null ? '' : format.dayTime(endedAt)}`}
            value={<Money {...ledger} value={interest} sign="always" />}
          />
        ))}
      </RowList>
    </Card>
  );
}
