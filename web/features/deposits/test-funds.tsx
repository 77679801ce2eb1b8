import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useFailureToast } from '#web/ui/feedback/outcome-toasts.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { type DepositChannel, quickAmounts, readDeposit } from './deposit-form.ts';
import { isFinal } from './deposit-progress.ts';
import { useGetDeposit, useLatestDeposit, useListDepositChannels, useRequestDeposit } from './queries.ts';
import styles from './test-funds.module.css';

const offeredAmount = '1000';

interface TestFundsProps {
  /** Called once test funds were requested here. */
  readonly onRequested?: () => void;
}

/** One press requests test funds in the sandbox; then the deposit's progress stands in the button's place. */
export function TestFunds({ onRequested }: TestFundsProps): ReactNode {
  const [requested, setRequested] = useState<string | null>(null);
  const channels = useListDepositChannels(true).data;
  const latest = useLatestDeposit(true).data;
  const pending = latest && !isFinal(latest) ? latest.id : null;
  const deposit = useGetDeposit(requested ?? pending).data;
  if (deposit && deposit.state !== 'rejected') return <Progress deposit={deposit} />;
  const sandbox = channels?.find(({ network }) => network === null);
  const take = ({ id }: Deposit): void => {
    setRequested(id);
    onRequested?.();
  };
  return <Ask channel={sandbox} known={channels !== undefined} onRequested={take} />;
}

interface AskProps {
  readonly channel: DepositChannel | undefined;
  /** Whether the channels have loaded; without a sandbox among them the way is the deposit page. */
  readonly known: boolean;
  readonly onRequested: (deposit: Deposit) => void;
}

function Ask({ channel, known, onRequested }: AskProps): ReactNode {
  const t = useText();
  const go = useGo();
  const format = useFormat();
  const request = useRequestDeposit(onRequested);
  useFailureToast(request.error);
  const offered = channel === undefined ? [] : quickAmounts(channel);
  const amount = offered.includes(offeredAmount) ? offeredAmount : offered.at(-1);
  // A channel whose bounds leave out every amount that is offered takes one that is typed.
  if (channel === undefined || amount === undefined) {
    return (
      <Button inline kind="outline" disabled={!known} onClick={() => go('/deposit')}>
        {t('deposits.submit')}
      </Button>
    );
  }
  const ask = () => {
    const { input } = readDeposit(channel, amount);
    if (input === null) go('/deposit');
    else if (!request.isPending) request.mutate(input);
  };
  return (
    <Button inline onClick={ask} busy={request.isPending}>
      <RuleValue rule="deposit">{t('deposits.getAmount', { amount: format.count(Number(amount)) })}</RuleValue>
    </Button>
  );
}

function Progress({
  deposit: { state, confirmations: done, confirmationsNeeded: needed },
}: {
  readonly deposit: Deposit;
}): ReactNode {
  const t = useText();
  return (
    <p className={styles.progress} role="status">
      {state === 'requested' ? (
        t('deposits.waiting')
      ) : state === 'seen' ? (
        <Figure source="ledger">{t('deposits.confirmations', { done, needed })}</Figure>
      ) : (
        t('deposits.credited')
      )}
    </p>
  );
}
